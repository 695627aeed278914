import type { Duplex } from 'node:stream';
import { expect } from 'vitest';

const SILENCE_MS = 5_000;

/** Shakes hands over a connection that is open (RFC 6455, section 4.1, with its example's key), and hears its own words again. */
export async function expectWebSocket(socket: Duplex, host: string, path: string): Promise<void> {
  const heard = await new Promise<string>((resolve, reject) => {
    let text = '';
    const silence = setTimeout(() => socket.destroy(), SILENCE_MS);
    socket.on('error', reject).on('close', () => {
      clearTimeout(silence);
      resolve(text);
    });
    socket.on('data', (data) => {
      if (text === '') socket.write('ping through the target');
      text += String(data);
      if (text.endsWith('ping through the target')) socket.destroy();
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
  });
  expect(heard).toMatch(/^HTTP\/1.1 101 /);
  expect(heard).toMatch(/sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/i);
  expect(heard).toMatch(/ping through the target$/);
}
