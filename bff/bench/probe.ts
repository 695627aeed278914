import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const PER_SECOND = 200;

export interface Sample {
  /** Of `performance.now()`. */
  readonly sentAt: number;
  readonly milliseconds: number;
  /** Answered 503, because the bulkhead was full or the process too busy. */
  readonly refused: boolean;
}

/** Sends 200 requests a second, without waiting for responses, until the work is done. */
export async function probing(address: string, work: Promise<unknown>): Promise<Sample[]> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: Infinity });
  const samples: Promise<Sample>[] = [];
  const end = work.then(() => 'done');
  const from = performance.now();
  try {
    while ((await Promise.race([end, sleep(1)])) !== 'done') {
      while (samples.length < ((performance.now() - from) * PER_SECOND) / 1000) {
        const sample = ask(address, agent);
        // Thrown below; until then Node would take it for unhandled and end without stopping the servers.
        sample.catch(() => {});
        samples.push(sample);
      }
    }
    return await Promise.all(samples);
  } finally {
    agent.destroy();
  }
}

async function ask(address: string, agent: Agent): Promise<Sample> {
  const { status, body, ...times } = await send(address, agent);
  const refused = status === 503 && /"(?:upstream-overloaded|unavailable)"/.test(body);
  if (status !== 200 && !refused) throw new Error(`${address} answered ${status}: ${body}`);
  return { ...times, refused };
}

/** Sends a GET and times it. */
export async function send(address: string, agent: Agent) {
  const sentAt = performance.now();
  const [response] = (await once(request(address, { agent }).end(), 'response')) as [IncomingMessage];
  const body = await text(response);
  return { status: response.statusCode ?? 0, body, sentAt, milliseconds: performance.now() - sentAt };
}

/** The milliseconds within which 99 % of the requests are answered. */
export function p99(samples: readonly Sample[]): number {
  const sorted = samples.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const value = sorted[Math.ceil(sorted.length * 0.99) - 1];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}
