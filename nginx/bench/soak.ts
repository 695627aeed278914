import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMicroseconds } from '@web/bff/bench/measure';
import { startTargets, type Figures, type Target } from '../test/fuzz/start-targets.ts';

/** `SOAK_MINUTES=3 npm run bench:nginx -- soak` tries it. */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 30);
/** The part of one core that nginx and the BFF together are kept busy. */
const LOAD = 0.3;
const CALIBRATION = { perSecond: 50, seconds: 10 };
/** A figure of the last third over that of the second third: above, it is not flat. */
const FLAT = 1.1;

interface Job {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

const own = { 'x-requested-by': 'soak' };
const json = { ...own, 'content-type': 'application/json' };
const form = { ...own, 'content-type': 'multipart/form-data; boundary=b' };
const part = (head: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const upload = [
  part('name="title"', 'Soak'),
  part('name="scan"; filename="a.png"\r\ncontent-type: image/png', 'x'.repeat(100_000)),
  '--b--\r\n',
].join('');
const person = JSON.stringify({ subject: 'ann', role: 'reader', name: 'Ann' });

/** What is sent in turn: documents, calls, errors, uploads, downloads and streams. */
const jobs: readonly Job[] = [
  { path: '/web/', headers: { 'accept-encoding': 'br' } },
  { path: '/web/api/status' },
  { path: '/web/api/parts?limit=5&tag=a&tag=b' },
  { path: '/web/no-such-screen' },
  { method: 'POST', path: '/web/api/test/titles', headers: json, body: '{"title":"Soak","copies":1}' },
  { path: '/web/api/parts/changes' },
  { method: 'POST', path: '/web/api/test/titles', headers: json, body: '{"title":""}' },
  { method: 'POST', path: '/web/api/test/uploads/soak', headers: form, body: upload },
  { path: '/web/api/test/files/a.txt' },
  { path: '/web/api/parts/2' },
  {
    method: 'PUT',
    path: '/web/api/parts/1/drawing',
    headers: { ...own, 'content-type': 'image/svg+xml' },
    body: '<svg/>',
  },
];

/** Sends a moderate load through nginx for half an hour and prints, each minute, what must stay flat. Sets the exit code if it does not. */
export async function soak(): Promise<void> {
  const targets = await startTargets();
  try {
    const [, target] = targets;
    const agent = new Agent({ keepAlive: true });
    const cookie = await signIn(target, agent);
    const perSecond = await calibrate(target, agent, cookie);
    console.log(
      `\nSoak: ${MINUTES} minutes, ${perSecond.toFixed(0)} requests a second through nginx (${LOAD} of a core)`,
    );
    const minutes: Figures[] = [];
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      const milliseconds = await send(target, agent, cookie, perSecond, 60);
      const figures = { ...(await target.figures()), ...percentiles(milliseconds) };
      minutes.push(figures);
      console.log(
        `  ${String(minute).padStart(2)}  ${Object.entries(figures)
          .map(([name, value]) => `${name} ${shown(name, value)}`)
          .join('  ')}`,
      );
    }
    agent.destroy();
    report(minutes);
  } finally {
    for (const target of targets) await target.stop();
  }
}

/** The cookie of a session, which every request then has. */
async function signIn(target: Target, agent: Agent): Promise<string> {
  const { cookie } = await ask(target, agent, {
    method: 'POST',
    path: '/web/api/sign-in',
    headers: json,
    body: person,
  });
  return cookie;
}

/** Requests a second that keep a core busy for `LOAD`. */
async function calibrate(target: Target, agent: Agent, cookie: string): Promise<number> {
  const { perSecond, seconds } = CALIBRATION;
  // The first time compiles the code.
  await send(target, agent, cookie, perSecond, seconds);
  const pids = await target.pids();
  const before = cpuMicroseconds(pids);
  await send(target, agent, cookie, perSecond, seconds);
  return (LOAD * 1e6 * perSecond * seconds) / (cpuMicroseconds(pids) - before);
}

/** Sends at a rate, whether or not the requests before are answered. Returns the milliseconds of each. */
async function send(
  target: Target,
  agent: Agent,
  cookie: string,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const answers: Promise<number>[] = [];
  const from = performance.now();
  const elapsed = () => (performance.now() - from) / 1_000;
  while (elapsed() < seconds) {
    while (answers.length < elapsed() * perSecond) {
      const job = jobs[answers.length % jobs.length] as Job;
      const answer = ask(target, agent, { ...job, headers: { ...job.headers, cookie } }).then(({ ms }) => ms);
      // Thrown below; until then Node would take it for unhandled and end without stopping the servers.
      answer.catch(() => {});
      answers.push(answer);
    }
    await sleep(5);
  }
  return Promise.all(answers);
}

const ask = (target: Target, agent: Agent, { method = 'GET', path, headers = {}, body }: Job) =>
  new Promise<{ ms: number; cookie: string }>((resolve, reject) => {
    const sentAt = performance.now();
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    request(
      { port: target.port, host: '127.0.0.1', agent, method, path, headers: { ...headers, ...length } },
      (response) => {
        if ((response.statusCode ?? 500) >= 500)
          reject(new Error(`${method} ${path} is ${response.statusCode}`));
        const cookie = (response.headers['set-cookie'] ?? [])
          .map((field) => field.split(';', 1)[0])
          .join('; ');
        response
          .resume()
          .on('error', reject)
          .on('end', () => resolve({ ms: performance.now() - sentAt, cookie }));
      },
    )
      .on('error', reject)
      .end(body);
  });

function percentiles(milliseconds: readonly number[]): Figures {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
  return { 'p50 ms': at(0.5), 'p99 ms': at(0.99) };
}

const shown = (name: string, value: number) =>
  /memory|heap/.test(name) ? `${(value / 1e6).toFixed(1)} MB` : value.toFixed(/ ms$/.test(name) ? 1 : 0);

function report(minutes: readonly Figures[]): void {
  const third = Math.floor(minutes.length / 3);
  const mean = (name: string, of: readonly Figures[]) =>
    of.reduce((sum, figures) => sum + (figures[name] ?? 0), 0) / of.length;
  console.log('  the last third over the second third');
  for (const name of Object.keys(minutes[0] ?? {})) {
    const ratio = mean(name, minutes.slice(-third)) / mean(name, minutes.slice(-2 * third, -third));
    const isFlat = ratio <= FLAT;
    if (!isFlat) process.exitCode = 1;
    console.log(`    ${name.padEnd(18)} ${ratio.toFixed(2)}×${isFlat ? '' : '  not flat'}`);
  }
}
