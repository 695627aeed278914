/**
 * `npm run bench [-- <part> …]`: ratios, taken interleaved in one run; every figure is minimum, median, maximum of the rounds. All
 * parts unless some are named.
 */
import { benchBulkhead } from './bulkhead.ts';
import { benchCall } from './call.ts';
import { benchManyCalls } from './many-calls.ts';
import { benchStart } from './start.ts';

const ROUNDS = 9;
const parts: Readonly<Record<string, (rounds: number) => Promise<void>>> = {
  start: benchStart,
  call: benchCall,
  bulkhead: benchBulkhead,
  'many-calls': benchManyCalls,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')}: the parts are ${Object.keys(parts).join(', ')}`);
for (const [name, bench] of Object.entries(parts))
  if (named.length === 0 || named.includes(name)) await bench(ROUNDS);
