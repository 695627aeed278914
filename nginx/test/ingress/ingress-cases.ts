import { once } from 'node:events';
import { connect, constants, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';
import { request, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { expect, vi } from 'vitest';
import { limits } from '@web/bff/contract/kit/limits';
import type { RunCase } from '../../conformance/case.ts';
import type { Target } from '../../conformance/target.ts';
import { sameSiteHeaders } from '../../conformance/request-headers.ts';
import { countLeft } from '../entry-points/harness-cases.ts';
import type { Proxy } from './proxies.ts';

/** An address that no other request here comes from. */
const BROWSER_ADDRESS = '127.0.0.2';

const FORGED = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'http',
  'x-forwarded-host': 'forged.example',
  'x-forwarded-port': '4711',
  'x-forwarded-prefix': '/forged',
  'x-real-ip': '203.0.113.9',
  forwarded: 'for=203.0.113.9;host=forged.example;proto=http',
};

/** The text of a response to a request from a chosen source address, by HTTP/1.1. */
const getText = (target: Target, path: string, options: RequestOptions) =>
  new Promise<string>((resolve, reject) => {
    const url = `${target.origin}${target.base}${path}`;
    const sent = request(url, { agent: false, ...options }, (response) => resolve(text(response)));
    sent.on('error', reject).end();
  });

type Send = (path: string, headers?: Record<string, string>, body?: string) => ClientHttp2Stream;

/** Runs with one HTTP/2 connection. */
async function withHttp2(target: Target, run: (send: Send) => Promise<void>): Promise<void> {
  const session = connect(target.origin).on('error', () => {});
  try {
    await once(session, 'connect');
    expect((session.socket as TLSSocket).alpnProtocol).toBe('h2');
    await run((path, headers = {}, body) => {
      const endStream = body === undefined;
      const stream = session.request({ ':path': `${target.base}${path}`, ...headers }, { endStream });
      if (!endStream) stream.end(body);
      // A stream that is refused before everything is sent ends early, after its response.
      return stream.on('error', () => {});
    });
  } finally {
    session.destroy();
  }
}

async function responseOf(stream: ClientHttp2Stream) {
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status'?: number }];
  let body = '';
  stream.setEncoding('utf8').on('data', (part) => (body += part));
  await once(stream, 'close').catch(() => {});
  return { status: headers[':status'], headers, text: body };
}

const POST = { ':method': 'POST', ...sameSiteHeaders };

/** The cases of a proxy that terminates TLS, by title; the origin is https, on a port other than 443. */
export const ingressCases: Readonly<Record<string, RunCase>> = {
  'HTTP/2 is negotiated, and many calls at once share one connection': (target) =>
    withHttp2(target, async (send) => {
      const names = ['a%2Fb', 'c', 'd%20e', 'f%25'];
      const streams = names.map((name) => send(`/api/test/echo/${name}?q=1%2F2`));
      const responses = await Promise.all(streams.map(responseOf));
      const { host } = new URL(target.origin);
      const common = { query: { q: '1/2' }, scheme: 'https', host };
      expect(responses.map((response) => JSON.parse(response.text) as unknown)).toMatchObject(
        ['a/b', 'c', 'd e', 'f%'].map((name) => ({ name, ...common })),
      );
      const shell = await responseOf(send('/', { 'accept-encoding': 'br' }));
      expect([shell.status, shell.headers['content-encoding']]).toEqual([200, 'br']);
    }),

  'events arrive one by one over HTTP/2': (target) =>
    withHttp2(target, async (send) => {
      const events = send('/api/test/events').setEncoding('utf8')[Symbol.asyncIterator]();
      expect((await events.next()).value).toBe('data: first\n\n');
      await responseOf(send('/api/test/send-second', POST));
      expect((await events.next()).value).toBe('data: second\n\n');
    }),

  'over HTTP/2 an upload of the largest size passes, one byte more is a 413 problem': (target) =>
    withHttp2(target, async (send) => {
      const headers = { ...POST, 'content-type': 'application/json' };
      const upload = (bytes: number) =>
        responseOf(send('/api/test/body', headers, `"${'x'.repeat(bytes - 2)}"`));
      expect((await upload(limits.BODY_BYTES)).status).toBe(200);
      const refused = await upload(limits.BODY_BYTES + 1);
      expect([refused.status, JSON.parse(refused.text)]).toMatchObject([413, { code: 'body-too-large' }]);
    }),

  "the BFF sees the browser's scheme, host, port and address, and nothing forged": async (target) => {
    const { host, port } = new URL(target.origin);
    const source = { host: '127.0.0.1', port, servername: 'localhost', localAddress: BROWSER_ADDRESS };
    for (const sent of [host, 'example.org:8443'])
      for (const headers of [{ host: sent }, { host: sent, ...FORGED }]) {
        const echo = await getText(target, '/api/test/echo/x', { ...source, headers });
        expect(JSON.parse(echo)).toMatchObject({ scheme: 'https', host: sent, ip: BROWSER_ADDRESS });
      }
  },

  'a call is cancelled when the browser leaves, by HTTP/1.1 and by HTTP/2': (target) =>
    withHttp2(target, async (send) => {
      const before = await countLeft(target);
      const signal = AbortSignal.timeout(200);
      await expect(getText(target, '/api/test/left-alone', { signal })).rejects.toThrow();
      const stream = send('/api/test/left-alone');
      await sleep(200);
      stream.close(constants.NGHTTP2_CANCEL);
      // Earlier than the deadline, which would end the calls too.
      await vi.waitFor(async () => expect(await countLeft(target)).toBe(before + 2), limits.CALL_MS / 2);
    }),

  'without Accept-Encoding the response is the identity one, with its own ETag': async (target) => {
    const plain = await target.request(`${target.base}/`);
    const identity = await target.request(`${target.base}/`, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers['etag']).toEqual(identity.headers['etag']);
    expect(plain.body.equals(identity.body)).toBe(true);
  },

  'header fields of 15 KiB pass': async (target) => {
    const headers = { 'x-large': 'x'.repeat(15 * 1024) };
    expect((await target.request(`${target.base}/api/status`, { headers })).status).toBe(200);
  },

  'nothing outside the prefix reaches the application': async (target) => {
    for (const path of ['/website', `${target.base}2/x`, '/api/status', '/assets/x.js']) {
      const { status, headers } = await target.request(path);
      expect([path, status, headers['x-request-id']]).toEqual([path, 404, undefined]);
    }
  },
};

/** What a proxy cannot do, whatever its configuration. */
export const limitations: readonly { readonly proxy: Proxy; readonly title: string }[] = [
  // httpd notices that a browser has left only when it sends something; the deadline of a call ends its work.
  { proxy: 'apache', title: 'a call is cancelled when the browser leaves, by HTTP/1.1 and by HTTP/2' },
];
