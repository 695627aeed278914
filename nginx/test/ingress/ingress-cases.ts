import { expectWebSocket } from '../entry-points/web-socket.ts';
import { request, type RequestOptions } from 'node:https';
import { connect } from 'node:tls';
import { expect, vi } from 'vitest';
import { limits } from '@web/bff/contract/constants';
import type { Target } from '../../conformance/target.ts';
import { sameSiteHeaders } from '../../conformance/same-site.ts';
import { openHttp2, type Http2 } from './http2.ts';

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
  target: Target,
  path: string,
  { body, ...options }: RequestOptions & { body?: readonly string[] },
) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(`${target.origin}${target.base}${path}`, { agent: false, ...options }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => (text += part));
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    for (const part of body ?? []) asked.write(part);
    asked.end();
  });

const withHttp2 = async (target: Target, run: (http2: Http2) => Promise<void>) => {
  const http2 = await openHttp2(target.origin);
  try {
    await run(http2);
  } finally {
    http2.close();
  }
};

const json = { ...sameSiteHeaders, 'content-type': 'application/json' };
const quoted = (bytes: number) => ['"', 'x'.repeat(bytes - 2), '"'];

/** What a proxy that terminates TLS may spoil, one function a case; the target's origin is https, on a port other than 443. */
export const ingressCases: Readonly<Record<string, (target: Target) => Promise<void>>> = {
  'HTTP/2 is agreed on, and many calls at once pass on one connection': (target) =>
    withHttp2(target, async (http2) => {
      expect(http2.protocol).toBe('h2');
      const names = ['a%2Fb', 'c', 'd%20e', 'f%25'];
      const asked = names.map((name) => http2.ask(`${target.base}/api/test/echo/${name}?q=1%2F2`));
      const answers = (await Promise.all(asked)).map(({ text }) => JSON.parse(text) as unknown);
      expect(answers).toMatchObject(
        ['a/b', 'c', 'd e', 'f%'].map((name) => ({
          name,
          query: { q: '1/2' },
          scheme: 'https',
          host: new URL(target.origin).host,
        })),
      );
      const shell = await http2.ask(`${target.base}/`, { 'accept-encoding': 'br' });
      expect([shell.status, shell.headers['content-encoding']]).toEqual([200, 'br']);
    }),

  'events arrive one by one by HTTP/2': (target) =>
    withHttp2(target, async (http2) => {
      const events = http2.parts(`${target.base}/api/test/events`);
      expect((await events.next()).value).toBe('data: first\n\n');
      await http2.ask(`${target.base}/api/test/send-second`, { ':method': 'POST', ...sameSiteHeaders });
      expect((await events.next()).value).toBe('data: second\n\n');
    }),

  'an upload of 1 MiB passes, one byte more is a 413 problem: by HTTP/2, with its length, and in chunks':
    async (target) => {
      const path = '/api/test/body';
      for (const [bytes, status] of [
        [limits.BODY_BYTES, 200],
        [limits.BODY_BYTES + 1, 413],
      ] as const) {
        const chunked = await tell(target, path, { method: 'POST', headers: json, body: quoted(bytes) });
        const length = { 'content-length': String(bytes) };
        const whole = await tell(target, path, {
          method: 'POST',
          headers: { ...json, ...length },
          body: quoted(bytes),
        });
        await withHttp2(target, async (http2) => {
          const headers = { ':method': 'POST', ...json };
          const answer = await http2.ask(`${target.base}${path}`, headers, quoted(bytes).join(''));
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

  "the BFF sees the browser's scheme, host, port and address, and nothing forged": async (target) => {
    const { host, port } = new URL(target.origin);
    for (const [sent, expected] of [
      [host, host],
      ['example.org:8443', 'example.org:8443'],
    ]) {
      for (const headers of [{ host: sent }, { host: sent, ...FORGED }]) {
        const options = { host: '127.0.0.1', port, servername: 'localhost', localAddress: BROWSER, headers };
        const { text } = await tell(target, '/api/test/echo/x', options);
        expect(JSON.parse(text) as Seen).toMatchObject({ scheme: 'https', host: expected, ip: BROWSER });
      }
    }
  },

  'a redirect leads back to the same scheme, host and port': async (target) => {
    for (const path of ['?x=1', '/api/test/go-home']) {
      const { url, status } = await fetch(`${target.origin}${target.base}${path}`);
      const stays = target.stripped && path === '?x=1';
      const landing = stays ? `${target.base}?x=1` : `${target.base}/${path === '?x=1' ? path : ''}`;
      expect([status, url]).toEqual([200, `${target.origin}${landing}`]);
    }
  },

  'a WebSocket passes by TLS, both ways': (target) => {
    const { host, port } = new URL(target.origin);
    const options = { host: '127.0.0.1', port: Number(port), servername: 'localhost' };
    const socket = connect({ ...options, ALPNProtocols: ['http/1.1'] });
    return expectWebSocket(socket, host, `${target.base}/api/test/socket`);
  },

  'the application is told when a browser leaves, by HTTP/1.1 and by HTTP/2': (target) =>
    withHttp2(target, async (http2) => {
      const left = async () =>
        (JSON.parse((await target.ask(`${target.base}/api/test/left`)).text) as { left: number }).left;
      const before = await left();
      const signal = AbortSignal.timeout(200);
      await expect(tell(target, '/api/test/left-alone', { signal })).rejects.toThrow();
      await http2.leave(`${target.base}/api/test/left-alone`, 200);
      // A call that is not left ends at its deadline.
      await vi.waitFor(async () => expect(await left()).toBe(before + 2), limits.CALL_MS / 2);
    }),

  'whoever names no encoding gets the identity one, with its own ETag': async (target) => {
    const none = await target.ask(`${target.base}/`);
    const identity = await target.ask(`${target.base}/`, { headers: { 'accept-encoding': 'identity' } });
    expect(none.headers['etag']).toEqual(identity.headers['etag']);
    expect(none.body.equals(identity.body)).toBe(true);
  },

  'header fields of 15 KiB pass': async (target) => {
    const headers = { 'x-large': 'x'.repeat(15 * 1024) };
    expect((await target.ask(`${target.base}/api/status`, { headers })).status).toBe(200);
  },

  'nothing outside the prefix reaches the application': async (target) => {
    for (const path of ['/website', `${target.base}2/x`, '/api/status', '/assets/x.js']) {
      const { status, headers } = await target.ask(path);
      expect([path, status, headers['x-request-id']]).toEqual([path, 404, undefined]);
    }
  },
};
