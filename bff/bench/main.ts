import { benchCall } from './call.ts';
import { benchOverload } from './overload.ts';
import { benchSession } from './session.ts';
import { benchShapes } from './shapes.ts';
import { benchStart } from './start.ts';

// `npm run bench [-- <part> ...]`: all parts unless some are named.
const ROUNDS = 9;
const parts: Readonly<Record<string, (rounds: number) => Promise<void>>> = {
  start: benchStart,
  call: benchCall,
  session: benchSession,
  overload: benchOverload,
  shapes: benchShapes,
};

// Exit ends the servers, which have process groups of their own. A second signal must not interrupt that.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')}: the parts are ${Object.keys(parts).join(', ')}`);
console.log(
  `Each triple is the minimum, median and maximum of ${ROUNDS} rounds, taken in turns; × is a ratio within a round.`,
);
for (const [name, bench] of Object.entries(parts))
  if (named.length === 0 || named.includes(name)) await bench(ROUNDS);
