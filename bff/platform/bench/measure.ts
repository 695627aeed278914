import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export interface Load {
  readonly perSecond: number;
  /** User and system CPU time of the server per request. */
  readonly cpuMicroseconds: number;
}

const TICK_MICROSECONDS = 10_000;

/** Sends requests over keep-alive connections. Measures the throughput, and the server's CPU time. */
export async function load(
  address: string,
  requests: number,
  pids: readonly number[],
  headers = {},
  connections = 16,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let remaining = requests;
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(address, { agent, headers }, (response) => {
        if (response.statusCode === 200) response.resume().on('end', resolve);
        else reject(new Error(`${address} returned ${response.statusCode}`));
      });
      sent.on('error', reject).end();
    });
  const client = async () => {
    for (; remaining > 0; remaining -= 1) await send();
  };
  const spentBefore = cpuMicroseconds(pids);
  const from = performance.now();
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - from) / 1000;
  const spent = cpuMicroseconds(pids) - spentBefore;
  agent.destroy();
  return { perSecond: requests / seconds, cpuMicroseconds: spent / requests };
}

/** Returns the total user and system time of processes, in microseconds (proc(5)). */
export const cpuMicroseconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS;
  }, 0);

const sortedOf = (values: readonly number[]) => values.toSorted((first, second) => first - second);

export const medianOf = (values: readonly number[]) =>
  sortedOf(values)[Math.floor(values.length / 2)] ?? Number.NaN;

export function spread(values: readonly number[], unit: string, digits = 2): string {
  const sorted = sortedOf(values);
  const shown = [sorted[0], medianOf(values), sorted.at(-1)];
  return shown.map((value) => `${(value ?? Number.NaN).toFixed(digits)}${unit}`).join('  ');
}

export function verdict(name: string, value: number, max: number, unit = '×'): void {
  const isMet = value <= max;
  if (!isMet) process.exitCode = 1;
  console.log(`  ${name}  ${value.toFixed(2)}${unit}  goal ≤ ${max}${unit}: ${isMet ? 'met' : 'MISSED'}`);
}
