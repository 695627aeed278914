import type { Duplex } from 'node:stream';
import { expect } from 'vitest';

const TIMEOUT_MS = 5_000;

/** Expects a WebSocket handshake on an open connection, and an echo (RFC 6455, section 4.1, with its example's key). */
export async function expectWebSocket(socket: Duplex, host: string, path: string): Promise<void> {
  const received = await new Promise<string>((resolve, reject) => {
    let text = '';
    const timeout = setTimeout(() => socket.destroy(), TIMEOUT_MS);
    socket.on('error', reject).on('close', () => {
      clearTimeout(timeout);
      resolve(text);
    });
    socket.on('data', (data) => {
      if (text === '') socket.write('ping');
      text += String(data);
      if (text.endsWith('ping')) socket.destroy();
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
  });
  expect(received).toMatch(/^HTTP\/1.1 101 /);
  expect(received).toMatch(/sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/i);
  expect(received).toMatch(/ping$/);
}
