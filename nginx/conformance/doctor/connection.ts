import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

const TIMEOUT_MS = 5_000;

/** A connection to an origin, with TLS where it has it. It is destroyed after 5 s. Throws where none opens. */
export async function openConnection(origin: string): Promise<Socket> {
  const { protocol, hostname, port } = new URL(origin);
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const isTls = protocol === 'https:';
  const to = { host, port: Number(port || (isTls ? 443 : 80)) };
  const socket = isTls ? connectTls({ ...to, ...(!isIP(host) && { servername: host }) }) : connect(to);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  timeout.addEventListener('abort', () => socket.destroy(), { once: true });
  await once(socket, isTls ? 'secureConnect' : 'connect', { signal: timeout });
  socket.on('error', () => {});
  return socket;
}
