import { benchSlowClients } from './slow-clients.ts';

// `npm run bench:nginx [-- <part> ...]`: all parts unless some are named.
const parts: Readonly<Record<string, () => Promise<void>>> = {
  'slow-clients': benchSlowClients,
};

// Exit ends the servers, which have process groups of their own.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')}: the parts are ${Object.keys(parts).join(', ')}`);
for (const [name, bench] of Object.entries(parts))
  if (named.length === 0 || named.includes(name)) await bench();
