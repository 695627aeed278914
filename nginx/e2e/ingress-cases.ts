import { expectWebSocket } from './web-socket.ts';
import { request, type RequestOptions } from 'node:https';
import { connect } from 'node:tls';
import { expect, vi } from 'vitest';
import { limits } from '../../bff/src/contract/constants.ts';
import type { Door } from '../conformance/door.ts';
import { fromOurPage } from '../conformance/from-our-page.ts';
import { openHttp2, type Http2 } from './ingress-http2.ts';

interface Seen {
  readonly scheme: string;
  readonly host: string;
  readonly ip: string;
}

/** Not the address that everything else here comes from. */
const BROWSER = '127.0.0.2';

const FORGED = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'http',
  'x-forwarded-host': 'forged.example',
  'x-forwarded-port': '4711',
  'x-forwarded-prefix': '/forged',
  'x-real-ip': '203.0.113.9',
  forwarded: 'for=203.0.113.9;host=forged.example;proto=http',
};

const tell = (
  door: Door,
  path: string,
  { body, ...options }: RequestOptions & { body?: readonly string[] },
) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(`${door.origin}${door.base}${path}`, { agent: false, ...options }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => (text += part));
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    for (const part of body ?? []) asked.write(part);
    asked.end();
  });

const withHttp2 = async (door: Door, run: (http2: Http2) => Promise<void>) => {
  const http2 = await openHttp2(door.origin);
  try {
    await run(http2);
  } finally {
    http2.close();
  }
};

const json = { ...fromOurPage, 'content-type': 'application/json' };
const quoted = (bytes: number) => ['"', 'x'.repeat(bytes - 2), '"'];

/** What a proxy that terminates TLS may spoil, one function a case; the door's origin is https, on a port other than 443. */
export const ingressCases: Readonly<Record<string, (door: Door) => Promise<void>>> = {
  'HTTP/2 is agreed on, and many calls at once pass on one connection': (door) =>
    withHttp2(door, async (http2) => {
      expect(http2.protocol).toBe('h2');
      const names = ['a%2Fb', 'c', 'd%20e', 'f%25'];
      const asked = names.map((name) => http2.ask(`${door.base}/api/test/echo/${name}?q=1%2F2`));
      const answers = (await Promise.all(asked)).map(({ text }) => JSON.parse(text) as unknown);
      expect(answers).toMatchObject(
        ['a/b', 'c', 'd e', 'f%'].map((name) => ({
          name,
          query: { q: '1/2' },
          scheme: 'https',
          host: new URL(door.origin).host,
        })),
      );
      const shell = await http2.ask(`${door.base}/`, { 'accept-encoding': 'br' });
      expect([shell.status, shell.headers['content-encoding']]).toEqual([200, 'br']);
    }),

  'events arrive one by one by HTTP/2': (door) =>
    withHttp2(door, async (http2) => {
      const events = http2.parts(`${door.base}/api/test/events`);
      expect((await events.next()).value).toBe('data: first\n\n');
      await http2.ask(`${door.base}/api/test/send-second`, { ':method': 'POST', ...fromOurPage });
      expect((await events.next()).value).toBe('data: second\n\n');
    }),

  'an upload of 1 MiB passes, one byte more is a 413 problem: by HTTP/2, with its length, and in chunks':
    async (door) => {
      const path = '/api/test/body';
      for (const [bytes, status] of [
        [limits.BODY_BYTES, 200],
        [limits.BODY_BYTES + 1, 413],
      ] as const) {
        const chunked = await tell(door, path, { method: 'POST', headers: json, body: quoted(bytes) });
        const length = { 'content-length': String(bytes) };
        const whole = await tell(door, path, {
          method: 'POST',
          headers: { ...json, ...length },
          body: quoted(bytes),
        });
        await withHttp2(door, async (http2) => {
          const headers = { ':method': 'POST', ...json };
          const answer = await http2.ask(`${door.base}${path}`, headers, quoted(bytes).join(''));
          expect([bytes, chunked.status, whole.status, answer.status]).toEqual([
            bytes,
            status,
            status,
            status,
          ]);
          if (status === 413)
            for (const { text } of [chunked, whole, answer])
              expect(JSON.parse(text)).toMatchObject({ code: 'body-too-large' });
        });
      }
    },

  "the BFF sees the browser's scheme, host, port and address, and nothing forged": async (door) => {
    const { host, port } = new URL(door.origin);
    for (const [sent, expected] of [
      [host, host],
      ['example.org:8443', 'example.org:8443'],
    ]) {
      for (const headers of [{ host: sent }, { host: sent, ...FORGED }]) {
        const options = { host: '127.0.0.1', port, servername: 'localhost', localAddress: BROWSER, headers };
        const { text } = await tell(door, '/api/test/echo/x', options);
        expect(JSON.parse(text) as Seen).toMatchObject({ scheme: 'https', host: expected, ip: BROWSER });
      }
    }
  },

  'a redirect leads back to the same scheme, host and port': async (door) => {
    for (const path of ['?x=1', '/api/test/go-home']) {
      const { url, status } = await fetch(`${door.origin}${door.base}${path}`);
      const stays = door.stripped && path === '?x=1';
      const landing = stays ? `${door.base}?x=1` : `${door.base}/${path === '?x=1' ? path : ''}`;
      expect([status, url]).toEqual([200, `${door.origin}${landing}`]);
    }
  },

  'a WebSocket passes by TLS, both ways': (door) => {
    const { host, port } = new URL(door.origin);
    const options = { host: '127.0.0.1', port: Number(port), servername: 'localhost' };
    const socket = connect({ ...options, ALPNProtocols: ['http/1.1'] });
    return expectWebSocket(socket, host, `${door.base}/api/test/socket`);
  },

  'the application is told when a browser leaves, by HTTP/1.1 and by HTTP/2': (door) =>
    withHttp2(door, async (http2) => {
      const left = async () =>
        (JSON.parse((await door.ask(`${door.base}/api/test/left`)).text) as { left: number }).left;
      const before = await left();
      const signal = AbortSignal.timeout(200);
      await expect(tell(door, '/api/test/left-alone', { signal })).rejects.toThrow();
      await http2.leave(`${door.base}/api/test/left-alone`, 200);
      // A call that is not left ends at its deadline.
      await vi.waitFor(async () => expect(await left()).toBe(before + 2), limits.CALL_MS / 2);
    }),

  'whoever names no encoding gets the identity one, with its own ETag': async (door) => {
    const none = await door.ask(`${door.base}/`);
    const identity = await door.ask(`${door.base}/`, { headers: { 'accept-encoding': 'identity' } });
    expect(none.headers['etag']).toEqual(identity.headers['etag']);
    expect(none.body.equals(identity.body)).toBe(true);
  },

  'header fields of 15 KiB pass': async (door) => {
    const headers = { 'x-large': 'x'.repeat(15 * 1024) };
    expect((await door.ask(`${door.base}/api/status`, { headers })).status).toBe(200);
  },

  'nothing outside the prefix reaches the application': async (door) => {
    for (const path of ['/website', `${door.base}2/x`, '/api/status', '/assets/x.js']) {
      const { status, headers } = await door.ask(path);
      expect([path, status, headers['x-request-id']]).toEqual([path, 404, undefined]);
    }
  },
};
