import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

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
          if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`));
          answer.resume().on('end', resolve);
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

/** Minimum, median and maximum of a over b, pair by pair. */
export const ratio = (a: readonly number[], b: readonly number[]): string =>
  spread(
    a.map((value, at) => value / (b[at] ?? Number.NaN)),
    '×',
  );

/** Minimum, median and maximum. */
export function spread(values: readonly number[], unit: string, digits = 2): string {
  const sorted = values.toSorted((x, y) => x - y);
  const shown = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return shown.map((value) => `${(value ?? Number.NaN).toFixed(digits)}${unit}`).join('  ');
}

/** Loads of both, one after the other, round by round; the first round warms up. */
export async function interleaved(
  rounds: number,
  a: () => Promise<Load>,
  b: () => Promise<Load>,
): Promise<[Load[], Load[]]> {
  await a();
  await b();
  const [ofA, ofB]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ofA.push(await a());
    ofB.push(await b());
  }
  return [ofA, ofB];
}

export function report(a: readonly Load[], b: readonly Load[]): void {
  const of = (loads: readonly Load[], figure: keyof Load) => loads.map((one) => one[figure]);
  console.log(`  requests a second   ${ratio(of(a, 'perSecond'), of(b, 'perSecond'))}`);
  console.log(`  CPU a request       ${ratio(of(a, 'cpuMicroseconds'), of(b, 'cpuMicroseconds'))}`);
}
