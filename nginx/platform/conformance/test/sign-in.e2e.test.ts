import { beforeAll, expect, test } from 'vitest';
import { makeAuthority, type Authority } from '@web/bff/platform/test/certificate-authority';
import { testBundle } from '@web/bff/platform/test/test-bundles';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { startTestProvider } from '@web/bff/platform/testing/test-provider';
import { startProxy, type Edit } from '#platform/test/ingress/start-proxy.ts';
import { stopAfterAll } from '#platform/test/stop-after-all.ts';
import { signIn } from '#platform/conformance/cases/sign-in.ts';
import { runCases } from '#platform/conformance/run-cases.ts';
import { openTarget } from '#platform/conformance/target.ts';

const started = stopAfterAll();
let authority: Authority;
let env: Record<string, string>;

beforeAll(async () => {
  authority = await makeAuthority();
  started({ stop: authority.remove });
  const provider = started(await startTestProvider({ applications: ['https://localhost/web'], users: {} }));
  const upstreams = { UPSTREAM_MINE: 'http://127.0.0.1:1', UPSTREAM_OURS: 'http://127.0.0.1:1' };
  env = { ...upstreams, ...provider.settings, TRUSTED_PROXIES: '127.0.0.1' };
});

/** Runs the cases behind nginx as an ingress, without DIAGNOSTICS. Returns the failed ones. */
async function failuresBehind(edits: readonly Edit[], settings: Readonly<Record<string, string>> = {}) {
  const bff = started(await startBff({ ...env, ...settings }, testBundle('sessions')));
  const options = { authority, upstreamPort: bff.port, edits, isReachable: false };
  const { port } = started(await startProxy('nginx', 'preserving', options));
  const results = await runCases(openTarget(`https://localhost:${port}/web`), signIn);
  expect(results.filter(({ outcome }) => outcome === 'not-observable')).toEqual([]);
  return results.filter(({ outcome }) => outcome === 'failed');
}

const directive = (text: string): Edit => ['# WebSocket.', text];

test('behind the example of nginx, all cases of a sign-in pass', async () => {
  expect(await failuresBehind([])).toEqual([]);
});

test.each<[string, string, string, Edit[], Record<string, string>?]>([
  [
    'X-Forwarded-Proto missing',
    '21e',
    'X-Forwarded-Proto $scheme',
    [['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""']],
  ],
  ['TRUSTED_PROXIES forgotten', '21e', 'TRUSTED_PROXIES', [], { TRUSTED_PROXIES: '' }],
  ['PUBLIC_ORIGIN with http', '21e', 'PUBLIC_ORIGIN', [], { PUBLIC_ORIGIN: 'http://localhost' }],
  ['Host without its port', '21f', 'Host $http_host', [['Host $http_host', 'Host $host']]],
  ['PUBLIC_ORIGIN of another host', '21f', 'PUBLIC_ORIGIN', [], { PUBLIC_ORIGIN: 'https://other.example' }],
  ['Cookie dropped', '34c', 'Cookie', [directive('proxy_set_header Cookie "";')]],
  ['Set-Cookie dropped', '34c', 'Set-Cookie', [directive('proxy_hide_header Set-Cookie;')]],
  ['a rewritten cookie path', '34c', 'proxy_cookie_path', [directive('proxy_cookie_path /web/api /;')]],
])('%s fails case %s, which names %s', async (_what, id, setting, edits, settings) => {
  const [first] = await failuresBehind(edits, settings);
  expect(first).toMatchObject({ id, detail: expect.stringMatching(/: expected .*, received /) });
  expect(first?.settings.join('\n')).toContain(setting);
});
