import * as http from 'node:http';
import * as https from 'node:https';
import { connect } from 'node:net';
import * as tls from 'node:tls';
import { expect, vi } from 'vitest';
import { errors } from '@web/bff/contract/errors';
import { limits } from '@web/bff/contract/constants';
import type { RunCase } from '../../conformance/case.ts';
import type { RequestOptions } from '../../conformance/request.ts';
import type { Target } from '../../conformance/target.ts';
import { accepting, sameSiteHeaders } from '../../conformance/request-headers.ts';

const requestTestCall = (target: Target, path: string, options?: RequestOptions) =>
  target.request(`${target.base}/api/test/${path}`, options);

const readJson = async <T = unknown>(target: Target, path: string, options?: RequestOptions): Promise<T> =>
  JSON.parse((await requestTestCall(target, path, options)).text) as T;

/** An open connection, by HTTP/1.1. */
const openSocket = ({ origin }: Target) => {
  const { hostname, port, protocol } = new URL(origin);
  const options = { host: hostname, port: Number(port) };
  return protocol === 'http:'
    ? connect(options)
    : tls.connect({ ...options, servername: hostname, ALPNProtocols: ['http/1.1'] });
};

/** How many calls were cancelled because the browser left. */
export const countLeft = async (target: Target) => (await readJson<{ left: number }>(target, 'left')).left;

/** The cases that need test calls, by title; each holds at every entry point. */
export const harnessCases: Readonly<Record<string, RunCase>> = {
  'a redirect of the BFF starts with the base path, whatever Host and forwarded fields are': async (
    target,
  ) => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/evil',
    };
    const response = await requestTestCall(target, 'go-home', { headers });
    expect(response.status).toBe(303);
    expect(response.headers['location']).toEqual([`${target.base}/`]);
  },

  'every error of the catalogue arrives as its problem': async (target) => {
    for (const [code, { status }] of Object.entries(errors)) {
      const response = await requestTestCall(target, `fail/${code}`);
      expect([code, response.status]).toEqual([code, status]);
      expect(response.headers['content-type']?.[0]).toMatch(/^application\/problem\+json/);
      const requestId = response.headers['x-request-id']?.[0];
      expect(JSON.parse(response.text)).toMatchObject({ code, status, requestId });
    }
  },

  'a valid request id is kept through every hop': async (target) => {
    const echo = (id: string) => requestTestCall(target, 'echo/x', { headers: { 'x-request-id': id } });
    const kept = await echo('request-0123.A_b');
    expect([kept.headers['x-request-id'], JSON.parse(kept.text)]).toMatchObject([
      ['request-0123.A_b'],
      { requestId: 'request-0123.A_b' },
    ]);
    const replaced = await echo('<script>alert(1)</script>');
    const { requestId } = JSON.parse(replaced.text) as { requestId: string };
    expect(replaced.headers['x-request-id']).toEqual([requestId]);
    expect(requestId).toMatch(/^[\da-f-]{32,36}$/);
  },

  'a parameter arrives decoded once, its slash included, and the query unchanged': async (target) => {
    const echo = await readJson(target, 'echo/a%2Fb%20%25?q=1%2F2&empty=');
    expect(echo).toMatchObject({ name: 'a/b %', query: { q: '1/2', empty: '' } });
  },

  'a call whose last segment has a dot reaches the BFF': async (target) => {
    expect(await readJson(target, 'export/data.json')).toEqual({ exported: true });
  },

  'a body that is sent in chunks has the same limit': async (target) => {
    const send = (bytes: number) =>
      new Promise<number>((resolve, reject) => {
        const headers = { ...sameSiteHeaders, 'content-type': 'application/json' };
        const url = `${target.origin}${target.base}/api/test/body`;
        const { request } = url.startsWith('https:') ? https : http;
        const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
          response.resume().on('close', () => resolve(response.statusCode ?? 0));
        });
        sent.on('error', reject);
        sent.write('"');
        // The target may respond and close before everything is sent.
        sent.write('x'.repeat(bytes - 2), () => sent.end('"'));
      });
    expect(await send(limits.BODY_BYTES)).toBe(200);
    expect(await send(limits.BODY_BYTES + 1)).toBe(413);
  },

  'a slow call is a 504 problem at its deadline, and its work is cancelled': async (target) => {
    const count = async () => (await readJson<{ cancelled: number }>(target, 'cancelled')).cancelled;
    const before = await count();
    const response = await requestTestCall(target, 'slow');
    expect(response.status).toBe(504);
    expect(JSON.parse(response.text)).toMatchObject({ code: 'deadline-exceeded' });
    expect(await count()).toBe(before + 1);
  },

  'the first event arrives before the second is sent': async (target) => {
    for (const [path, first, all] of [
      ['events', 'data: first\n\n', 'data: first\n\ndata: second\n\n'],
      ['json-parts', '["first",', '["first","second"]'],
    ]) {
      const stream = await fetch(`${target.origin}${target.base}/api/test/${path}`, {
        headers: accepting('gzip, br'),
      });
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
      const part = await reader?.read();
      expect(part?.value).toBe(first);
      await requestTestCall(target, 'send-second', { method: 'POST', headers: sameSiteHeaders });
      let text = part?.value ?? '';
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
        text += next.value;
      expect(text).toBe(all);
      expect(stream.headers.get('content-encoding') ?? 'identity').toBe('identity');
    }
  },

  // RFC 6455, section 4.1, with the key of its example.
  'a WebSocket passes, both ways': async (target) => {
    const socket = openSocket(target)
      .setEncoding('latin1')
      .setTimeout(5_000, () => socket.destroy());
    socket.write(
      `GET ${target.base}/api/test/socket HTTP/1.1\r\nHost: ${new URL(target.origin).host}\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    let received = '';
    for await (const part of socket) {
      if (received === '') socket.write('ping');
      received += String(part);
      if (received.endsWith('ping')) break;
    }
    expect(received).toMatch(
      /^HTTP\/1.1 101 [^]*sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=[^]*ping$/i,
    );
  },

  'replies of calls are compressed from 1 kB on, unless the call opts out': async (target) => {
    const encodingOf = async (path: string) =>
      (await requestTestCall(target, path, { headers: accepting('gzip') })).headers['content-encoding'];
    expect(await encodingOf('text/5000')).toEqual(['gzip']);
    expect(await encodingOf('text/100')).toBeUndefined();
    expect(await encodingOf('text-as-it-is')).toEqual(['identity']);
  },

  'a cookie that a call sets is for the base path alone; any other is an error': async (target) => {
    const cookie = (path: string) => requestTestCall(target, `cookie?path=${encodeURIComponent(path)}`);
    expect((await cookie(target.base)).headers['set-cookie']).toEqual([
      `theme=dark; Path=${target.base}; Secure; SameSite=Lax`,
    ]);
    const { status, headers } = await cookie('/');
    expect([status, headers['set-cookie']]).toEqual([500, undefined]);
  },
};

/** Those that hold without an ingress; `ingress-cases.ts` has them with one. */
export const directCases: Readonly<Record<string, RunCase>> = {
  'the work of a call is cancelled when the browser leaves': async (target) => {
    const before = await countLeft(target);
    const url = `${target.origin}${target.base}/api/test/left-alone`;
    await expect(fetch(url, { signal: AbortSignal.timeout(200) })).rejects.toThrow();
    // Earlier than the deadline, which would end the call too.
    await vi.waitFor(async () => expect(await countLeft(target)).toBe(before + 1), limits.CALL_MS / 2);
  },

  'the BFF sees the scheme, the host with its port and the address that the browser used': async (target) => {
    const headers = { host: 'example.org:8443' };
    const own = await readJson(target, 'echo/x', { headers });
    expect(own).toMatchObject({ scheme: 'http', host: 'example.org:8443' });
    // As a trusted proxy sends them.
    const forwarded = await readJson(target, 'echo/x', {
      headers: {
        ...headers,
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'public.example:444',
        'x-forwarded-for': '203.0.113.9',
      },
    });
    expect(forwarded).toMatchObject({ scheme: 'https', host: 'public.example:444', ip: '203.0.113.9' });
  },
};
