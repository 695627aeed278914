import { readdirSync, readFileSync } from 'node:fs';
import { cpuMicroseconds, load, medianOf } from '@web/bff/platform/bench/measure';
import { withServers, type Server } from '@web/bff/platform/bench/open-server';
import { root } from '@web/bff/platform/testing/processes';
import { startValkey } from '@web/bff/platform/test/session-store/start-valkey';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { startNginx } from '#platform/testing/start-nginx.ts';

// `npm run bench:capacity`: measures the CPU time of a request without TLS, for nginx/docs/capacity.md.
const REQUESTS = 4_000;
const WARM_UP = 2;
const ROUNDS = 5;

type Pids = readonly number[];

/** Prints the median CPU time that each process spends on a request. */
async function measure(name: string, url: string, processes: Readonly<Record<string, Pids>>, headers = {}) {
  const rounds: number[][] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const before = Object.values(processes).map(cpuMicroseconds);
    await load(url, REQUESTS, [], headers);
    const after = Object.values(processes).map(cpuMicroseconds);
    if (round >= 0) rounds.push(after.map((spent, at) => (spent - (before[at] ?? 0)) / REQUESTS));
  }
  const spent = Object.keys(processes).map(
    (process, at) => `${process} ${Math.round(medianOf(rounds.map((round) => round[at] ?? 0)))} µs`,
  );
  console.log(`${name}: ${spent.join(', ')}`);
}

/** Returns the headers of a signed-in browser. */
async function signIn({ origin }: Server): Promise<Record<string, string>> {
  const headers = { 'x-requested-by': 'bench' };
  const reply = await fetch(`${origin}/web/api/sign-in`, { method: 'POST', headers });
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const version = cookies.find((cookie) => cookie.startsWith('web-signed-in='))?.split('=')[1] ?? '';
  return { cookie: cookies.join('; '), 'x-session': version };
}

const bff = await startBff({ LOG_LEVEL: 'info' }, `${root}/bff/dist/main.js`);
const nginx = await startNginx({ bffPort: bff.port });
const workers = readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8');
const both = { nginx: workers.trim().split(' ').map(Number), BFF: [bff.pid ?? 0] };
const script = readdirSync(`${root}/client/dist/identity/assets`).find((name) => name.endsWith('.js'));
const base = `http://127.0.0.1:${nginx.port}/web`;
const brotli = { 'accept-encoding': 'br' };
await measure('document', `${base}/`, both, brotli);
await measure('asset', `${base}/assets/${script}`, both, brotli);
await measure('status call', `${base}/api/status`, both, { 'accept-encoding': 'gzip' });
await nginx.stop();
await bff.stop();

await withServers(async (open) => {
  const valkey = await startValkey();
  const upstream = { UPSTREAM: (await open('service')).origin };
  const session = {
    SIGN_IN: 'true',
    SESSION_STORE_URL: valkey.url.href,
    SESSION_SECRET: 'a secret of the bench that is long enough',
  };
  const [plain, signedIn] = [await open('ours', upstream), await open('ours', { ...upstream, ...session })];
  const path = '/web/api/things/42';
  await measure('call with one upstream request', plain.origin + path, { BFF: plain.pids });
  const headers = await signIn(signedIn);
  const processes = { BFF: signedIn.pids, Valkey: [valkey.pid] };
  await measure('the same, signed in', signedIn.origin + path, processes, headers);
  await valkey.stop();
});
