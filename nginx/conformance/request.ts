import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  /** Method and address, for messages. */
  readonly asked: string;
  readonly status: number;
  /** Lower-cased names; one entry a header line, so that a doubled header shows. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Buffer;
  readonly text: string;
}

/** Nothing came back: no connection, no trust, no answer in time. */
export class NoAnswer extends Error {}

const TIMEOUT_MS = 15_000;
const LARGE_BODY_BYTES = 65_536;
const REFUSAL_WAIT_MS = 500;

/**
 * Sends one request on a connection of its own, the path byte for byte as given, and follows no redirect.
 * Trusts what Node trusts; a private CA is added by NODE_EXTRA_CA_CERTS. Throws `NoAnswer` after 15 s.
 */
export async function ask(origin: string, path: string, init: Ask = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = init;
  const asked = `${method} ${origin}${path.length > 200 ? `${path.slice(0, 200)}…` : path}`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const send = origin.startsWith('https:') ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  try {
    const request = send(origin, {
      path,
      method,
      headers: { ...length, ...headers },
      agent: false,
      signal,
    });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.on('error', reject);
    });
    response.catch(() => {});
    let refused: unknown;
    if (body !== undefined && Buffer.byteLength(body) > LARGE_BODY_BYTES) {
      request.flushHeaders();
      // A target that refuses by Content-Length closes; bytes still on their way would destroy its answer by a reset.
      refused = await Promise.race([response, sleep(REFUSAL_WAIT_MS)]);
    }
    if (!refused) request.end(body);
    const answer = await readAnswer(asked, await response);
    request.destroy();
    return answer;
  } catch (error) {
    throw new NoAnswer(`${asked}: ${reasonOf(error)}`, { cause: error });
  }
}

async function readAnswer(asked: string, response: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const headers: Record<string, string[]> = {};
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const name = (response.rawHeaders[at] ?? '').toLowerCase();
    (headers[name] ??= []).push(response.rawHeaders[at + 1] ?? '');
  }
  const body = Buffer.concat(parts);
  return { asked, status: response.statusCode ?? 0, headers, body, text: body.toString('utf8') };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError') return `no answer within ${TIMEOUT_MS / 1000} s`;
  const { code = '' } = error as NodeJS.ErrnoException;
  // Several addresses tried, each refused: an AggregateError, whose own message is empty.
  const reason = error.message || code || error.name;
  return /CERT|SIGNED|ISSUER/.test(code)
    ? `${reason} (a private CA is trusted by NODE_EXTRA_CA_CERTS=<file>)`
    : reason;
}
