import { mediaType, SECURITY_HEADERS } from '../checks.ts';
import type { Check } from './check.ts';
import { finding } from './findings.ts';
import { problemCode, summary } from './recognise.ts';

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

export const headers: Check = {
  id: 'security-headers',
  title: "The application's security headers arrive, once each.",
  run: async ({ target }) => {
    for (const path of ['/', '/api/status']) {
      const response = await target.request(target.base + path);
      const namesWhere = (isWrong: (lines: number) => boolean) =>
        SECURITY_HEADERS.filter((name) => isWrong(response.headers[name]?.length ?? 0)).join(', ');
      const [doubled, dropped] = [namesWhere((lines) => lines > 1), namesWhere((lines) => lines === 0)];
      if (doubled) return finding('security-headers-doubled', `${response.request}: ${doubled}`);
      if (dropped) return finding('security-headers-dropped', `${response.request}: ${dropped}`);
    }
    return 'ok';
  },
};
