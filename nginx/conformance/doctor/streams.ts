import { once } from 'node:events';
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';

const TIMEOUT_MS = 15_000;
const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

function open(url: string, headers: Record<string, string>): ClientRequest {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return send(url, { headers, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) }).end();
}

/** The status of a stream, and when each event arrives, in milliseconds after the first. */
export async function watchEvents(url: string): Promise<{ status: number; atMs: number[] }> {
  const request = open(url, { accept: 'text/event-stream', 'accept-encoding': 'gzip' });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const times: number[] = [];
  for await (const part of response) {
    const events = String(part).match(/^data:/gm) ?? [];
    times.push(...events.map(() => performance.now()));
  }
  const [first = 0] = times;
  return { status: response.statusCode ?? 0, atMs: times.map((time) => Math.round(time - first)) };
}

/** The status of the response to a WebSocket handshake: 101 if it is accepted (RFC 6455, section 4.1). */
export async function shakeHands(url: string): Promise<number> {
  const request = open(url, HANDSHAKE);
  const event = await Promise.race([once(request, 'upgrade'), once(request, 'response')]);
  const [{ statusCode = 0 }] = event as [IncomingMessage];
  request.destroy();
  return statusCode;
}
