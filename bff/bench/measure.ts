import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Server } from './open-server.ts';

export interface Load {
  /** Requests answered in a second. */
  readonly perSecond: number;
  /** CPU time of the server alone, user and system, in microseconds a request. */
  readonly cpuMicroseconds: number;
}

const TICK_MICROSECONDS = 10_000;

/** Sends the requests over so many kept connections and reads what the server's processes spent on them. */
export async function load(
  address: string,
  requests: number,
  pids: () => readonly number[],
  headers = {},
  connections = 16,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let remaining = requests;
  const client = async () => {
    while (remaining > 0) {
      remaining -= 1;
      await new Promise<void>((resolve, reject) => {
        request(address, { agent, headers }, (answer) => {
          if (answer.statusCode === 200) answer.resume().on('end', resolve);
          else
            answer.on('data', (part) =>
              reject(new Error(`${address} answered ${answer.statusCode}: ${String(part)}`)),
            );
        })
          .on('error', reject)
          .end();
      });
    }
  };
  const spentBefore = cpuMicroseconds(pids());
  const from = performance.now();
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - from) / 1000;
  const spent = cpuMicroseconds(pids()) - spentBefore;
  agent.destroy();
  return { perSecond: requests / seconds, cpuMicroseconds: spent / requests };
}

/** User and system time of the processes, counted in ticks of 10 ms (proc(5)). */
export const cpuMicroseconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS;
  }, 0);

/** Rounds until the compiler has seen what a server does all day. */
const WARM_UP = 5;
const REQUESTS = 3_000;

/** The loads of several servers, round by round in turns. `headers` are those of each server's requests. */
export async function taken<Name extends string>(
  rounds: number,
  servers: Readonly<Record<Name, Server>>,
  headers: Partial<Record<Name, Record<string, string>>> = {},
): Promise<Record<Name, Load[]>> {
  const names = Object.keys(servers) as Name[];
  const loads = Object.fromEntries(names.map((name) => [name, [] as Load[]])) as Record<Name, Load[]>;
  for (let round = -WARM_UP; round < rounds; round += 1)
    for (const name of names) {
      const { origin, pids } = servers[name];
      const measured = await load(`${origin}/web/api/things/42`, REQUESTS, pids, headers[name]);
      if (round >= 0) loads[name].push(measured);
    }
  return loads;
}

const ratios = (values: readonly number[], base: readonly number[]) =>
  values.map((value, round) => value / (base[round] ?? Number.NaN));

const sortedOf = (values: readonly number[]) => values.toSorted((first, second) => first - second);

export const medianOf = (values: readonly number[]) =>
  sortedOf(values)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Minimum, median and maximum. */
export function spread(values: readonly number[], unit: string, digits = 2): string {
  const sorted = sortedOf(values);
  const shown = [sorted[0], medianOf(values), sorted.at(-1)];
  return shown.map((value) => `${(value ?? Number.NaN).toFixed(digits)}${unit}`).join('  ');
}

/** Minimum, median and maximum of the ratios of each round. */
const ratio = (values: readonly number[], base: readonly number[]): string =>
  spread(ratios(values, base), '×');

/** Prints whether a figure is within its goal. A miss makes the process exit with 1. */
export function verdict(name: string, value: number, most: number, unit = '×'): void {
  const isMet = value <= most;
  if (!isMet) process.exitCode = 1;
  console.log(`  ${name}  ${value.toFixed(2)}${unit}  goal ≤ ${most}${unit}: ${isMet ? 'met' : 'MISSED'}`);
}

/** The verdict on the median of the ratios. */
export const goalOf = (name: string, values: readonly number[], base: readonly number[], most: number) =>
  verdict(name, medianOf(ratios(values, base)), most);

/** Prints what the servers' loads are over the base, and the verdict on their CPU time. */
export function report(loads: readonly Load[], base: readonly Load[], most?: number): void {
  const of = (some: readonly Load[], figure: keyof Load) => some.map((taken) => taken[figure]);
  console.log(`  requests a second   ${ratio(of(loads, 'perSecond'), of(base, 'perSecond'))}`);
  const [cpu, cpuOfBase] = [of(loads, 'cpuMicroseconds'), of(base, 'cpuMicroseconds')];
  console.log(`  CPU a request       ${ratio(cpu, cpuOfBase)}`);
  if (most !== undefined) goalOf('CPU a request', cpu, cpuOfBase, most);
}
