import { expectWebSocket } from './web-socket.ts';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, vi } from 'vitest';
import { errors } from '@web/bff/contract/errors';
import { limits } from '@web/bff/contract/constants';
import type { Target } from '../../conformance/target.ts';
import { sameSiteHeaders } from '../../conformance/same-site.ts';

/** What only test calls make visible, one function a case of the document; each holds through every target. */
export const harnessCases: Readonly<Record<string, (target: Target) => Promise<void>>> = {
  '5b a redirect of the BFF starts with the base, whatever Host and forwarded header fields say': async (
    target,
  ) => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/evil',
    };
    const answer = await target.ask(`${target.base}/api/test/go-home`, { headers });
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toEqual([`${target.base}/`]);
  },

  '14f every error of the catalogue arrives as the problem that it is': async (target) => {
    for (const [code, { status }] of Object.entries(errors)) {
      const answer = await target.ask(`${target.base}/api/test/fail/${code}`);
      expect([code, answer.status]).toEqual([code, status]);
      expect(answer.headers['content-type']?.[0]).toMatch(/^application\/problem\+json/);
      expect(JSON.parse(answer.text)).toMatchObject({
        code,
        status,
        requestId: answer.headers['x-request-id']?.[0],
      });
    }
  },

  '15b a parameter arrives decoded once, its slash included, and the query intact': async (target) => {
    const answer = await target.ask(`${target.base}/api/test/echo/a%2Fb%20%25?q=1%2F2&empty=`);
    expect(JSON.parse(answer.text)).toMatchObject({ name: 'a/b %', query: { q: '1/2', empty: '' } });
  },

  '16 a call whose last segment has a dot reaches the BFF': async (target) => {
    expect(JSON.parse((await target.ask(`${target.base}/api/test/export/data.json`)).text)).toEqual({
      exported: true,
    });
  },

  '17c a body that is sent in chunks meets the same limit': async (target) => {
    const send = (bytes: number) =>
      new Promise<number>((resolve, reject) => {
        const headers = { ...sameSiteHeaders, 'content-type': 'application/json' };
        const asked = request(
          `${target.origin}${target.base}/api/test/body`,
          { method: 'POST', headers, agent: false },
          (answer) => {
            answer.resume().on('close', () => resolve(answer.statusCode ?? 0));
          },
        );
        asked.on('error', reject);
        asked.write('"');
        // The target may answer and close before all is sent.
        asked.write('x'.repeat(bytes - 2), () => asked.end('"'));
      });
    expect(await send(limits.BODY_BYTES)).toBe(200);
    expect(await send(limits.BODY_BYTES + 1)).toBe(413);
  },

  '20 a slow call is a 504 problem at its deadline, and its work is cancelled': async (target) => {
    const cancelled = async () =>
      (JSON.parse((await target.ask(`${target.base}/api/test/cancelled`)).text) as { cancelled: number })
        .cancelled;
    const before = await cancelled();
    const answer = await target.ask(`${target.base}/api/test/slow`);
    expect(answer.status).toBe(504);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'deadline-exceeded' });
    expect(await cancelled()).toBe(before + 1);
  },

  '20 the work of a call is cancelled when the browser leaves': async (target) => {
    const left = async () =>
      (JSON.parse((await target.ask(`${target.base}/api/test/left`)).text) as { left: number }).left;
    const before = await left();
    const signal = AbortSignal.timeout(200);
    const asked = fetch(`${target.origin}${target.base}/api/test/left-alone`, { signal });
    await expect(asked).rejects.toThrow();
    // A call that is not left ends at its deadline.
    await vi.waitFor(async () => expect(await left()).toBe(before + 1), limits.CALL_MS / 2);
  },

  '21a the BFF sees the scheme, the host with its port and the address that the browser used': async (
    target,
  ) => {
    const headers = {
      host: 'example.org:8443',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'public.example:444',
    };
    const own = await target.ask(`${target.base}/api/test/echo/x`, { headers: { host: 'example.org:8443' } });
    expect(JSON.parse(own.text)).toMatchObject({ scheme: 'http', host: 'example.org:8443' });
    // An ingress in front speaks for the browser itself; a bare target believes the test, whose address it trusts.
    if (!target.ownsOrigin) return;
    const vouched = await target.ask(`${target.base}/api/test/echo/x`, {
      headers: { ...headers, 'x-forwarded-for': '203.0.113.9' },
    });
    expect(JSON.parse(vouched.text)).toMatchObject({
      scheme: 'https',
      host: 'public.example:444',
      ip: '203.0.113.9',
    });
  },

  '22a the first event arrives before the second is sent': async (target) => {
    for (const [path, first, all] of [
      ['events', 'data: first\n\n', 'data: first\n\ndata: second\n\n'],
      ['json-parts', '["first",', '["first","second"]'],
    ]) {
      const headers = { 'accept-encoding': 'gzip, br' };
      const stream = await fetch(`${target.origin}${target.base}/api/test/${path}`, { headers });
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
      const part = await reader?.read();
      expect(part?.value).toBe(first);
      await target.ask(`${target.base}/api/test/send-second`, { method: 'POST', headers: sameSiteHeaders });
      let text = part?.value ?? '';
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
        text += next.value;
      expect(text).toBe(all);
      expect(stream.headers.get('content-encoding') ?? 'identity').toBe('identity');
    }
  },

  '22b a WebSocket upgrade beneath the calls passes': (target) => {
    const { hostname, port } = new URL(target.origin);
    return expectWebSocket(connect(Number(port), hostname), hostname, `${target.base}/api/test/socket`);
  },

  '30e replies of calls are compressed from 1 kB on, unless the call opts out': async (target) => {
    const encodingOf = async (path: string) =>
      (await target.ask(`${target.base}/api/test/${path}`, { headers: { 'accept-encoding': 'gzip' } }))
        .headers['content-encoding'];
    expect(await encodingOf('text/5000')).toEqual(['gzip']);
    expect(await encodingOf('text/100')).toBeUndefined();
    expect(await encodingOf('text-as-it-is')).toEqual(['identity']);
  },

  '34b a cookie that a call sets is for the base alone; one that is not never leaves': async (target) => {
    const cookie = (path: string) =>
      target.ask(`${target.base}/api/test/cookie?path=${encodeURIComponent(path)}`);
    expect((await cookie(target.base)).headers['set-cookie']).toEqual([
      `theme=dark; Path=${target.base}; Secure; SameSite=Lax`,
    ]);
    const odd = await cookie('/');
    expect([odd.status, odd.headers['set-cookie']]).toEqual([500, undefined]);
  },

  '14g the id of a request is kept through every hop, if its form is sane': async (target) => {
    const ask = (id: string) =>
      target.ask(`${target.base}/api/test/echo/x`, { headers: { 'x-request-id': id } });
    const kept = await ask('request-0123.A_b');
    expect([kept.headers['x-request-id'], JSON.parse(kept.text)]).toMatchObject([
      ['request-0123.A_b'],
      { requestId: 'request-0123.A_b' },
    ]);
    const replaced = await ask('<script>alert(1)</script>');
    expect(replaced.headers['x-request-id']).toEqual([
      (JSON.parse(replaced.text) as { requestId: string }).requestId,
    ]);
    expect(replaced.headers['x-request-id']?.[0]).toMatch(/^[\da-f-]{32,36}$/);
  },
};
