import { benchFiles } from './files.ts';
import { benchFuzz } from './fuzz.ts';
import { benchSlowClients } from './slow-clients.ts';
import { soak } from './soak.ts';

// `npm run bench:nginx [-- <part> ...]`: files and fuzz unless parts are named; a soak takes half an hour.
const parts: Readonly<Record<string, () => Promise<void>>> = {
  files: benchFiles,
  fuzz: benchFuzz,
  'slow-clients': benchSlowClients,
  soak,
};

// Exit ends the servers, which have process groups of their own.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')}: the parts are ${Object.keys(parts).join(', ')}`);
for (const name of named.length > 0 ? named : ['files', 'fuzz']) await parts[name]?.();
