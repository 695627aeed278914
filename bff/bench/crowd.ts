import { Agent } from 'node:http';
import { parentPort } from 'node:worker_threads';
import { send } from './probe.ts';

/** A worker: the given number of callers request an address at the same moment, each over its own kept connection. */
export interface Order {
  readonly address: string;
  readonly callers: number;
}

export interface Answered {
  readonly status: number;
  /** Of the problem, where it is one. */
  readonly code: string | undefined;
  readonly milliseconds: number;
}

const agent = new Agent({ keepAlive: true, maxFreeSockets: Infinity });

async function ask(address: string): Promise<Answered> {
  const { status, body, milliseconds } = await send(address, agent);
  return { status, code: (JSON.parse(body) as { code?: string }).code, milliseconds };
}

async function arrive({ address, callers }: Order): Promise<void> {
  parentPort?.postMessage(await Promise.all(Array.from({ length: callers }, () => ask(address))));
}
parentPort?.on('message', (order: Order) => void arrive(order));
