import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '#platform/testing/processes.ts';
import { cpuMicroseconds, load, medianOf, spread, verdict, type Load } from './measure.ts';
import { withServers, type Server } from './open-server.ts';

const [SERVER_CPU, LOAD_CPU] = ['0', '1'];
/** Makes the service's response 100 kB long, so that a call costs the BFF much more CPU time than the load generator. */
const LINES = '1200';
const TIMES = 5;
const LOAD_MS = 10_000;
const DEADLINE_MS = 10_000;
const CONCURRENCIES = [8, 16, 32];

/** Sends requests at five times the capacity. Checks that each gets a timely response, and that accepted calls use most of the CPU time. */
export const benchOverload = (rounds: number): Promise<void> =>
  withServers(async (open) => {
    // Pins this process first, because the service inherits the CPU affinity.
    await pin(LOAD_CPU);
    const service = await open('service', { LINES });
    const bff = await open('ours', { UPSTREAM: service.origin, CPU: SERVER_CPU });
    const call = `${bff.origin}/web/api/things/42`;
    await load(call, 5_000, bff.pids);
    const measured: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measure(call, bff));
    await pin(`${SERVER_CPU},${LOAD_CPU}`);
    report(measured);
  });

/** Pins this process and its later children to the CPUs. */
const pin = (cpus: string) => run('taskset', ['-a', '-c', '-p', cpus, String(process.pid)]);

async function measure(call: string, { pids }: Server) {
  const capacity = await capacityOf(call, pids);
  const spentBefore = cpuMicroseconds(pids);
  const statuses = await flood(call, capacity.perSecond * TIMES);
  const spent = cpuMicroseconds(pids) - spentBefore;
  const count = (status: number) => statuses.filter((responded) => responded === status).length;
  return {
    'request rate, relative to the capacity': statuses.length / (LOAD_MS / 1_000) / capacity.perSecond,
    'share of requests without a timely response': 1 - (count(200) + count(503)) / statuses.length,
    'share of CPU time not on accepted calls': 1 - (count(200) * capacity.cpuMicroseconds) / spent,
  };
}
type Figures = Awaited<ReturnType<typeof measure>>;

/** Measures the load at several connection counts. Returns the measurement with the highest throughput. */
async function capacityOf(address: string, pids: readonly number[]): Promise<Load> {
  const loads: Load[] = [];
  for (const connections of CONCURRENCIES) loads.push(await load(address, 1_500, pids, {}, connections));
  return loads.reduce((highest, next) => (next.perSecond > highest.perSecond ? next : highest));
}

/** Sends requests at a constant rate. Resolves with a status per request: 0 after an error, or without a response within `DEADLINE_MS`. */
async function flood(address: string, perSecond: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: Infinity });
  const responses: Promise<number>[] = [];
  const from = performance.now();
  while (performance.now() - from < LOAD_MS) {
    while (responses.length < ((performance.now() - from) * perSecond) / 1_000)
      responses.push(statusOf(address, agent));
    await sleep(1);
  }
  const statuses = await Promise.all(responses);
  agent.destroy();
  return statuses;
}

const statusOf = (address: string, agent: Agent): Promise<number> =>
  new Promise((resolve) => {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const sent = request(address, { agent, signal }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0)).end();
  });

const goals: Partial<Record<keyof Figures, number>> = {
  'share of requests without a timely response': 0,
  'share of CPU time not on accepted calls': 0.3,
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
