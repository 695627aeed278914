import { request, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, vi } from 'vitest';
import { limits } from '@web/bff/platform/contract/limits';
import type { RunCase } from '#platform/conformance/case.ts';
import type { Target } from '#platform/conformance/target.ts';
import { countLeft } from '#platform/test/entry-points/harness-cases.ts';
import type { Proxy } from './proxies.ts';

/** Loopback address that no proxy uses. */
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

const getText = (target: Target, path: string, options: RequestOptions) =>
  new Promise<string>((resolve, reject) => {
    const url = `${target.origin}${target.base}${path}`;
    const sent = request(url, { agent: false, ...options }, (response) => resolve(text(response)));
    sent.on('error', reject).end();
  });

/** Cases, by title, for a proxy that terminates TLS at a port other than 443. */
export const ingressCases: Readonly<Record<string, RunCase>> = {
  "the BFF sees the browser's scheme, host, port and address, and no forged values": async (target) => {
    const { host, port } = new URL(target.origin);
    const source = { host: '127.0.0.1', port, servername: 'localhost', localAddress: BROWSER_ADDRESS };
    for (const sent of [host, 'example.org:8443'])
      for (const headers of [{ host: sent }, { host: sent, ...FORGED }]) {
        const echo = await getText(target, '/api/test/echo/x', { ...source, headers });
        expect(JSON.parse(echo)).toMatchObject({ scheme: 'https', host: sent, ip: BROWSER_ADDRESS });
      }
  },

  'a call is cancelled when the client disconnects': async (target) => {
    const before = await countLeft(target);
    const signal = AbortSignal.timeout(200);
    await expect(getText(target, '/api/test/left-alone', { signal })).rejects.toThrow();
    // Half the deadline, because at the deadline the BFF cancels the call anyway.
    await vi.waitFor(async () => expect(await countLeft(target)).toBe(before + 1), limits.CALL_MS / 2);
  },

  'nothing outside the prefix reaches the application': async (target) => {
    for (const path of ['/website', `${target.base}2/x`, '/api/status', '/assets/x.js']) {
      const { status, headers } = await target.request(path);
      expect([path, status, headers['x-request-id']]).toEqual([path, 404, undefined]);
    }
  },
};

export const limitations: readonly { readonly proxy: Proxy; readonly title: string }[] = [
  // httpd notices that a client has disconnected only when httpd next writes to it, so the call runs until its deadline.
  { proxy: 'apache', title: 'a call is cancelled when the client disconnects' },
  // Debian's Caddy is older than 2.8.
  { proxy: 'caddy', title: 'A response that the application cuts off does not arrive as complete.' },
];
