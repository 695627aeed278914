import { securityHeaders } from '@web/bff/edge/security-headers';
import { header, mediaType, SECURITY_HEADERS } from '../../checks.ts';
import type { TargetResponse } from '../../request.ts';
import { CLOSED_POLICY, DOCUMENT_POLICY } from '../../security-policy.ts';
import { withEcho, type Check } from '../check.ts';
import { diagnostics } from '../echo.ts';
import { finding } from '../findings.ts';
import { problemCode, summary } from '../recognise.ts';

export const missingAsset: Check = {
  id: 'missing-asset',
  title: 'A missing file is a 404 without HTML.',
  run: async ({ target }) => {
    const response = await target.request(`${target.base}/assets/gone-1.js`);
    const isRefused = response.status === 404 && mediaType(response) !== 'text/html';
    return isRefused ? 'ok' : finding('html-for-asset', summary(response));
  },
};

export const failedCall: Check = {
  id: 'failed-call',
  title: "A failed call has the application's problem.",
  run: async ({ target }) => {
    const response = await target.request(`${target.base}/api/nope`);
    return problemCode(response) ? 'ok' : finding('html-for-call', summary(response));
  },
};

const FAILURES = [500, 502, 503, 504];

export const failure: Check = {
  id: 'failure',
  title: "A 5xx has the application's problem.",
  run: withEcho(async ({ target }) => {
    for (const status of FAILURES) {
      const response = await target.request(`${diagnostics(target)}/failure?status=${status}`);
      if (!problemCode(response)) return finding('html-for-failure', summary(response));
    }
    return 'ok';
  }),
};

/** The fields that every response of the application has with the same value. */
const CONSTANT = ['x-content-type-options', 'referrer-policy'].concat([
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
]);

function replacedIn(response: TargetResponse, isDocument: boolean): string | undefined {
  const policy = header(response, 'content-security-policy') ?? '';
  const patterns = isDocument ? DOCUMENT_POLICY : CLOSED_POLICY;
  if (!patterns.every((pattern) => pattern.test(policy))) return `Content-Security-Policy: ${policy}`;
  const expected: Readonly<Record<string, string>> = securityHeaders;
  const name = CONSTANT.find((one) => header(response, one)?.toLowerCase() !== expected[one]);
  return name && `${name}: ${header(response, name)}`;
}

export const headers: Check = {
  id: 'security-headers',
  title: "The application's security headers arrive, once each, with its values.",
  run: async ({ target }) => {
    for (const path of ['/', '/api/status']) {
      const response = await target.request(target.base + path);
      const namesWhere = (isWrong: (lines: number) => boolean) =>
        SECURITY_HEADERS.filter((name) => isWrong(response.headers[name]?.length ?? 0)).join(', ');
      const [doubled, dropped] = [namesWhere((lines) => lines > 1), namesWhere((lines) => lines === 0)];
      if (doubled) return finding('security-headers-doubled', `${response.request}: ${doubled}`);
      if (dropped) return finding('security-headers-dropped', `${response.request}: ${dropped}`);
      const replaced = replacedIn(response, path === '/');
      if (replaced) return finding('security-headers-replaced', `${response.request}: ${replaced}`);
    }
    return 'ok';
  },
};

const FOREIGN_ORIGIN = { origin: 'https://other.example' };
const PREFLIGHT = {
  method: 'OPTIONS',
  headers: { ...FOREIGN_ORIGIN, 'access-control-request-method': 'POST' },
};

export const crossOrigin: Check = {
  id: 'cross-origin',
  title: 'Pages of other origins may not read responses.',
  run: async ({ target }) => {
    for (const [path, options] of [
      ['/', { headers: FOREIGN_ORIGIN }],
      ['/api/status', { headers: FOREIGN_ORIGIN }],
      ['/api/status', PREFLIGHT],
    ] as const) {
      const response = await target.request(target.base + path, options);
      const allowed = header(response, 'access-control-allow-origin');
      if (allowed === undefined) continue;
      const credentials = header(response, 'access-control-allow-credentials') === 'true';
      return finding(
        'cross-origin-opened',
        `${response.request} (Origin: ${FOREIGN_ORIGIN.origin}) has Access-Control-Allow-Origin: ${allowed}${credentials ? ', with credentials' : ''}`,
      );
    }
    return 'ok';
  },
};
