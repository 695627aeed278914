import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';

/** A worker: so many callers ask an address in one moment, each over a connection of its own that it keeps. */
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
  const from = performance.now();
  const [answer] = (await once(request(address, { agent }).end(), 'response')) as [IncomingMessage];
  const { code } = JSON.parse(await text(answer)) as { code?: string };
  return { status: answer.statusCode ?? 0, code, milliseconds: performance.now() - from };
}

async function arrive({ address, callers }: Order): Promise<void> {
  parentPort?.postMessage(await Promise.all(Array.from({ length: callers }, () => ask(address))));
}
parentPort?.on('message', (order: Order) => void arrive(order));
