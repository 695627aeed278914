import { mediaType } from '../checks.ts';
import { securityHeaders } from '../security-headers.ts';
import type { Diagnosis } from './check.ts';
import { found } from './findings.ts';
import { brief, problemCode } from './ours.ts';

export const missingAsset: Diagnosis = {
  id: 'missing-asset',
  title: 'A file that is missing is a 404 without HTML.',
  examine: async ({ target }) => {
    const answer = await target.ask(`${target.base}/assets/gone-1.js`);
    const isRefused = answer.status === 404 && mediaType(answer) !== 'text/html';
    return isRefused ? 'well' : found('html-for-asset', brief(answer));
  },
};

export const failedCall: Diagnosis = {
  id: 'failed-call',
  title: 'A call that fails is answered by the application, with a problem.',
  examine: async ({ target }) => {
    const answer = await target.ask(`${target.base}/api/nope`);
    return problemCode(answer) ? 'well' : found('html-for-call', brief(answer));
  },
};

export const headers: Diagnosis = {
  id: 'security-headers',
  title: "The application's security headers arrive, once each.",
  examine: async ({ target }) => {
    for (const path of ['/', '/api/status']) {
      const answer = await target.ask(target.base + path);
      const named = (wrong: (lines: number) => boolean) =>
        securityHeaders.filter((name) => wrong(answer.headers[name]?.length ?? 0)).join(', ');
      const [doubled, dropped] = [named((lines) => lines > 1), named((lines) => lines === 0)];
      if (doubled) return found('security-headers-doubled', `${answer.asked}: ${doubled}`);
      if (dropped) return found('security-headers-dropped', `${answer.asked}: ${dropped}`);
    }
    return 'well';
  },
};
