import { expect } from 'vitest';
import { errors } from '@web/bff/platform/contract/product/errors';
import type { RunCase } from '#platform/conformance/case.ts';
import { problem } from '#platform/conformance/checks.ts';
import type { RequestOptions } from '#platform/conformance/request.ts';
import type { Target } from '#platform/conformance/target.ts';
import { accepting, sameSiteHeaders } from '#platform/conformance/request-headers.ts';

const requestTestCall = (target: Target, path: string, options?: RequestOptions) =>
  target.request(`${target.base}/api/test/${path}`, options);

const readJson = async <T = unknown>(target: Target, path: string, options?: RequestOptions): Promise<T> =>
  JSON.parse((await requestTestCall(target, path, options)).text) as T;

export const countLeft = async (target: Target) => (await readJson<{ left: number }>(target, 'left')).left;

/** Cases that need test calls, by title. */
export const harnessCases: Readonly<Record<string, RunCase>> = {
  'a redirect of the BFF starts with the base path, despite forged headers': async (target) => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/evil',
    };
    const response = await requestTestCall(target, 'go-home', { headers });
    expect(response.status).toBe(303);
    expect(response.headers['location']).toEqual([`${target.base}/`]);
  },

  'an error of the catalogue arrives as its problem': async (target) => {
    for (const [code, { status }] of Object.entries(errors)) {
      const response = await requestTestCall(target, `fail/${code}`);
      problem(status)(response);
      expect(JSON.parse(response.text)).toMatchObject({ code });
    }
  },

  'a parameter is decoded once, including slashes, and the query arrives unchanged': async (target) => {
    const echo = await readJson(target, 'echo/a%2Fb%20%25?q=1%2F2&empty=');
    expect(echo).toMatchObject({ name: 'a/b %', query: { q: '1/2', empty: '' } });
  },

  'a slow call gets 504 at its deadline, and its handler is cancelled': async (target) => {
    const count = async () => (await readJson<{ cancelled: number }>(target, 'cancelled')).cancelled;
    const before = await count();
    const response = await requestTestCall(target, 'slow');
    expect(response.status).toBe(504);
    expect(JSON.parse(response.text)).toMatchObject({ code: 'deadline-exceeded' });
    expect(await count()).toBe(before + 1);
  },

  'the first chunk of an event stream or unbuffered response arrives before the second is sent': async (
    target,
  ) => {
    for (const [path, first, second] of [
      ['events', 'data: first\n\n', 'data: second\n\n'],
      ['json-parts', '["first",', '"second"]'],
    ]) {
      const stream = await fetch(`${target.origin}${target.base}/api/test/${path}`, {
        headers: accepting('gzip, br'),
      });
      const chunks = stream.body!.pipeThrough(new TextDecoderStream()).values();
      expect((await chunks.next()).value).toBe(first);
      await requestTestCall(target, 'send-second', { method: 'POST', headers: sameSiteHeaders });
      let rest = '';
      for await (const chunk of chunks) rest += chunk;
      expect(rest).toBe(second);
      expect(stream.headers.get('content-encoding') ?? 'identity').toBe('identity');
    }
  },

  'a WebSocket handshake gets the problem of an unknown path, even at the path of a call': async (target) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const response = await requestTestCall(target, 'changes', { headers });
    problem(404)(response);
    expect(JSON.parse(response.text)).toMatchObject({ code: 'not-found' });
  },

  'responses to calls are compressed from 1 kB, unless the call opts out': async (target) => {
    const encodingOf = async (path: string) =>
      (await requestTestCall(target, path, { headers: accepting('gzip') })).headers['content-encoding'];
    expect(await encodingOf('text/5000')).toEqual(['gzip']);
    expect(await encodingOf('text/100')).toBeUndefined();
    expect(await encodingOf('text-as-it-is')).toEqual(['identity']);
  },

  'a call sets a cookie only for the base path': async (target) => {
    const cookie = (path: string) => requestTestCall(target, `cookie?path=${encodeURIComponent(path)}`);
    expect((await cookie(target.base)).headers['set-cookie']).toEqual([
      `theme=dark; Path=${target.base}; Secure; SameSite=Lax`,
    ]);
    const { status, headers } = await cookie('/');
    expect([status, headers['set-cookie']]).toEqual([500, undefined]);
  },
};
