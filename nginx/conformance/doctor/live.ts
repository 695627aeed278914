import { once } from 'node:events';
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';

const PATIENCE_MS = 15_000;
const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

function open(address: string, headers: Record<string, string>): ClientRequest {
  const send = address.startsWith('https:') ? requestHttps : requestHttp;
  return send(address, { headers, agent: false, signal: AbortSignal.timeout(PATIENCE_MS) }).end();
}

/** When each event of a stream arrives, in milliseconds from the first; and the status. */
export async function watchEvents(address: string): Promise<{ status: number; atMs: number[] }> {
  const asked = open(address, { accept: 'text/event-stream', 'accept-encoding': 'gzip' });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const at: number[] = [];
  for await (const part of answer) {
    const events = String(part).match(/^data:/gm) ?? [];
    at.push(...events.map(() => performance.now()));
  }
  const [first = 0] = at;
  return { status: answer.statusCode ?? 0, atMs: at.map((one) => Math.round(one - first)) };
}

/** The status that a WebSocket's handshake is answered with: 101 where it is taken (RFC 6455, section 4.1). */
export async function shakeHands(address: string): Promise<number> {
  const asked = open(address, HANDSHAKE);
  const answer = await Promise.race([once(asked, 'upgrade'), once(asked, 'response')]);
  const [{ statusCode = 0 }] = answer as [IncomingMessage];
  asked.destroy();
  return statusCode;
}
