import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { build } from '#platform/deploys/build.ts';
import { CallError } from './call-error.ts';
import { localProblem } from './local-problems.ts';

/** Messages of the errors with which Chromium, Firefox and WebKit reject `import()`, and Vite a style sheet, that cannot be fetched. */
const NOT_FETCHED = /import\w* (a )?module|preload CSS/i;

/**
 * Loads a script that a press needs: `await loadScript(() => import('./chart.ts'))`. Rejects with a `CallError`, whose problem tells the user what to
 * do: `timeout`, `new-version` if the page's build has been replaced, or else `network`. Rejects with any error that the script throws. Calling it
 * again retries.
 */
export function loadScript<T>(load: () => Promise<T>, timeoutMs = 15_000): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new CallError(localProblem('timeout'))), timeoutMs);
  });
  return Promise.race([load().catch(explain), late]);
}

async function explain(thrown: Error): Promise<never> {
  if (!NOT_FETCHED.test(thrown.message)) throw thrown;
  const html = await fetch(`${BASE_PATH}/`).then((response) => response.text(), String);
  const current = /data-build="(.+?)"/.exec(html)?.[1];
  throw new CallError(localProblem(current && current !== build() ? 'new-version' : 'network'));
}
