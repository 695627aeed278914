import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMicroseconds, load, medianOf, spread, verdict, type Load } from './measure.ts';
import { withServers } from './open-server.ts';
import { freePort, run } from '../test/processes.ts';

const [SERVER_CPU, LOAD_CPU] = ['0', '1'];
/** A response of 100 kB, so that a call costs the server much more than the caller. */
const LINES = '1200';
const TIMES = 5;
const LOAD_MS = 10_000;
const DEADLINE_MS = 10_000;
const PROBES_A_SECOND = 5;
const CONCURRENCIES = [8, 16, 32];

interface Answer {
  /** 0: none before the deadline. */
  readonly status: number;
  readonly milliseconds: number;
}

/** What the callers of a server get at 5 times what it can do. */
export const benchOverload = (rounds: number): Promise<void> =>
  withServers(async (open) => {
    // Before the service starts, which inherits it.
    await pin(LOAD_CPU);
    const service = await open('service', { LINES });
    const managementPort = await freePort();
    const bff = await open('ours', {
      UPSTREAM: service.origin,
      MANAGEMENT_PORT: String(managementPort),
      CPU: SERVER_CPU,
    });
    const call = `${bff.origin}/web/api/things/42`;
    await load(call, 5_000, bff.pids);
    const measured: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const capacity = await capacityOf(call, bff.pids);
      const spentBefore = cpuMicroseconds(bff.pids());
      const [calls, readiness] = await Promise.all([
        flood(call, capacity.perSecond * TIMES),
        flood(`http://127.0.0.1:${managementPort}/readyz`, PROBES_A_SECOND),
      ]);
      measured.push(
        figuresOf({ capacity, calls, readiness, spent: cpuMicroseconds(bff.pids()) - spentBefore }),
      );
    }
    await pin(`${SERVER_CPU},${LOAD_CPU}`);
    report(measured);
  });

/** Of the processes, this one and those that it starts. */
const pin = (cpus: string) => run('taskset', ['-a', '-c', '-p', cpus, String(process.pid)]);

/** The most that is answered in a second, whatever the number of connections. */
async function capacityOf(address: string, pids: () => readonly number[]): Promise<Load> {
  const loads: Load[] = [];
  for (const connections of CONCURRENCIES) loads.push(await load(address, 1_500, pids, {}, connections));
  return loads.reduce((most, next) => (next.perSecond > most.perSecond ? next : most));
}

/** Sends requests at a rate, whether or not the ones before are answered. */
async function flood(address: string, perSecond: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: Infinity });
  const answers: Promise<Answer>[] = [];
  const from = performance.now();
  while (performance.now() - from < LOAD_MS) {
    while (answers.length < ((performance.now() - from) * perSecond) / 1_000)
      answers.push(ask(address, agent));
    await sleep(1);
  }
  const all = await Promise.all(answers);
  agent.destroy();
  return all;
}

const ask = (address: string, agent: Agent): Promise<Answer> =>
  new Promise((resolve) => {
    const sentAt = performance.now();
    const finish = (status: number) => resolve({ status, milliseconds: performance.now() - sentAt });
    request(address, { agent, signal: AbortSignal.timeout(DEADLINE_MS) }, (response) =>
      response
        .resume()
        .on('end', () => finish(response.statusCode ?? 0))
        .on('error', () => finish(0)),
    )
      .on('error', () => finish(0))
      .end();
  });

interface Measured {
  readonly capacity: Load;
  readonly calls: readonly Answer[];
  readonly readiness: readonly Answer[];
  /** CPU time of the server, in microseconds. */
  readonly spent: number;
}

const timesOf = (answers: readonly Answer[], status: number) =>
  answers
    .filter((answer) => answer.status === status)
    .map(({ milliseconds }) => milliseconds)
    .toSorted((a, b) => a - b);

function figuresOf({ capacity, calls, readiness, spent }: Measured) {
  const accepted = timesOf(calls, 200);
  const refused = timesOf(calls, 503);
  return {
    'CPU of a call at capacity, in ms': capacity.cpuMicroseconds / 1_000,
    'sent, over capacity': calls.length / (LOAD_MS / 1_000) / capacity.perSecond,
    'not answered in time, of all': 1 - (accepted.length + refused.length) / calls.length,
    'not accepted, of the capacity by CPU time': 1 - (accepted.length * capacity.cpuMicroseconds) / spent,
    'slowest accepted, in seconds': (accepted.at(-1) ?? Number.NaN) / 1_000,
    'readiness not answered, of all': 1 - timesOf(readiness, 200).length / readiness.length,
  };
}
type Figures = ReturnType<typeof figuresOf>;

const goals: Partial<Record<keyof Figures, number>> = {
  'not answered in time, of all': 0,
  'not accepted, of the capacity by CPU time': 0.15,
};

function report(rounds: readonly Figures[]): void {
  console.log(
    `\n${TIMES} times the capacity for ${LOAD_MS / 1_000} s, the server on one core, load and service on another`,
  );
  for (const name of Object.keys(rounds[0] ?? {}) as (keyof Figures)[]) {
    const values = rounds.map((figures) => figures[name]);
    console.log(`  ${name.padEnd(43)}  ${spread(values, '')}`);
    if (goals[name] !== undefined) verdict(name, medianOf(values), goals[name], '');
  }
}
