import { countLeft } from '../entry-points/harness-cases.ts';
import { request, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, vi } from 'vitest';
import { limits } from '@web/bff/contract/constants';
import type { RunCase } from '../../conformance/case.ts';
import type { Target } from '../../conformance/target.ts';
import { sameSiteHeaders } from '../../conformance/request-headers.ts';
import { openHttp2, type Http2 } from './http2.ts';

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

const withHttp2 = async (target: Target, run: (http2: Http2) => Promise<void>) => {
  const http2 = await openHttp2(target.origin);
  try {
    await run(http2);
  } finally {
    http2.close();
  }
};

/** The cases of a proxy that terminates TLS, by title; the origin is https, on a port other than 443. */
export const ingressCases: Readonly<Record<string, RunCase>> = {
  'HTTP/2 is negotiated, and many calls at once share one connection': (target) =>
    withHttp2(target, async (http2) => {
      expect(http2.protocol).toBe('h2');
      const names = ['a%2Fb', 'c', 'd%20e', 'f%25'];
      const requests = names.map((name) => http2.request(`${target.base}/api/test/echo/${name}?q=1%2F2`));
      const echoes = (await Promise.all(requests)).map(({ text }) => JSON.parse(text) as unknown);
      const { host } = new URL(target.origin);
      const common = { query: { q: '1/2' }, scheme: 'https', host };
      expect(echoes).toMatchObject(['a/b', 'c', 'd e', 'f%'].map((name) => ({ name, ...common })));
      const shell = await http2.request(`${target.base}/`, { 'accept-encoding': 'br' });
      expect([shell.status, shell.headers['content-encoding']]).toEqual([200, 'br']);
    }),

  'events arrive one by one over HTTP/2': (target) =>
    withHttp2(target, async (http2) => {
      const events = http2.parts(`${target.base}/api/test/events`);
      expect((await events.next()).value).toBe('data: first\n\n');
      await http2.request(`${target.base}/api/test/send-second`, { ':method': 'POST', ...sameSiteHeaders });
      expect((await events.next()).value).toBe('data: second\n\n');
    }),

  'over HTTP/2 an upload of the largest size passes, one byte more is a 413 problem': (target) =>
    withHttp2(target, async (http2) => {
      const upload = (bytes: number) =>
        http2.request(
          `${target.base}/api/test/body`,
          { ':method': 'POST', ...sameSiteHeaders, 'content-type': 'application/json' },
          `"${'x'.repeat(bytes - 2)}"`,
        );
      expect((await upload(limits.BODY_BYTES)).status).toBe(200);
      const refused = await upload(limits.BODY_BYTES + 1);
      expect([refused.status, JSON.parse(refused.text)]).toMatchObject([413, { code: 'body-too-large' }]);
    }),

  "the BFF sees the browser's scheme, host, port and address, and nothing forged": async (target) => {
    const { host, port } = new URL(target.origin);
    for (const [sent, expected] of [
      [host, host],
      ['example.org:8443', 'example.org:8443'],
    ]) {
      for (const headers of [{ host: sent }, { host: sent, ...FORGED }]) {
        const options = {
          host: '127.0.0.1',
          port,
          servername: 'localhost',
          localAddress: BROWSER_ADDRESS,
          headers,
        };
        const echo = await getText(target, '/api/test/echo/x', options);
        expect(JSON.parse(echo)).toMatchObject({ scheme: 'https', host: expected, ip: BROWSER_ADDRESS });
      }
    }
  },

  'a call is cancelled when the browser leaves, by HTTP/1.1 and by HTTP/2': (target) =>
    withHttp2(target, async (http2) => {
      const before = await countLeft(target);
      const signal = AbortSignal.timeout(200);
      await expect(getText(target, '/api/test/left-alone', { signal })).rejects.toThrow();
      await http2.leave(`${target.base}/api/test/left-alone`, 200);
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
