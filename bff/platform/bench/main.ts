import { benchOverload } from './overload.ts';
import { load, medianOf, spread, verdict, type Load } from './measure.ts';
import { withServers, type Server } from './open-server.ts';

// `npm run bench` runs all parts; `npm run bench -- <part> ...` runs only the named parts.
const ROUNDS = 9;
const WARM_UP = 5;
const REQUESTS = 3_000;

interface Signed extends Server {
  readonly headers?: Readonly<Record<string, string>>;
}
const loadOf = ({ origin, pids, headers }: Signed): Promise<Load> =>
  load(`${origin}/web/api/things/42`, REQUESTS, pids, headers);

async function signedIn(server: Server): Promise<Signed> {
  const headers = { 'x-requested-by': 'web' };
  const response = await fetch(`${server.origin}/web/api/sign-in`, { method: 'POST', headers });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { ...server, headers: { cookie: cookies.join('; ') } };
}

/** Measures two servers in alternate rounds. Prints their ratios. */
async function compare(title: string, ours: Signed, other: Signed, maxCpu: number): Promise<void> {
  const ratios: Load[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const [mine, base] = [await loadOf(ours), await loadOf(other)];
    const perSecond = mine.perSecond / base.perSecond;
    const cpuMicroseconds = mine.cpuMicroseconds / base.cpuMicroseconds;
    if (round >= 0) ratios.push({ perSecond, cpuMicroseconds });
  }
  const cpu = ratios.map(({ cpuMicroseconds }) => cpuMicroseconds);
  const perSecond = ratios.map((ratio) => ratio.perSecond);
  console.log(`\nA call with one upstream request, relative to ${title}`);
  console.log(`  requests a second   ${spread(perSecond, '×')}`);
  console.log(`  CPU a request       ${spread(cpu, '×')}`);
  verdict('CPU a request', medianOf(cpu), maxCpu);
}

const benchCall = (): Promise<void> =>
  withServers(async (open) => {
    const upstream = { UPSTREAM: (await open('service')).origin };
    const bare = 'bare node:http and undici without validation, log and metrics';
    await compare(bare, await open('ours', upstream), await open('bare', upstream), 1.8);
    const ours = await open('ours', { ...upstream, SIGN_IN: 'true' });
    const byHand = await open('by-hand', upstream);
    await compare('the same by hand with Fastify', await signedIn(ours), await signedIn(byHand), 1.25);
  });

const parts: Readonly<Record<string, () => Promise<void>>> = {
  call: benchCall,
  overload: () => benchOverload(ROUNDS),
};

// Exits on a signal, so that the `exit` listener of `start` kills the servers. They are in other process groups, so the signal does not reach them.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')}: the parts are ${Object.keys(parts).join(', ')}`);
console.log(
  `Each triple is the minimum, median and maximum of ${ROUNDS} rounds; × is a ratio within a round.`,
);
for (const [name, bench] of Object.entries(parts))
  if (named.length === 0 || named.includes(name)) await bench();
