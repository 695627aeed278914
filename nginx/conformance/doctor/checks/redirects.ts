import type { Target } from '../../target.ts';
import { isShell } from '../../checks.ts';
import type { Check, CheckResult } from '../check.ts';
import { finding } from '../findings.ts';
import { findInPlace } from '../in-place.ts';
import { summary } from '../recognise.ts';

const MOST_REDIRECTS = 5;

/** Follows redirects by path, up to another origin, a repeated path or an end, which is the document. */
async function follow(target: Target, start: string): Promise<CheckResult> {
  const paths = [start];
  for (let path = start; paths.length <= MOST_REDIRECTS;) {
    const response = await target.request(path);
    const [location] = response.headers['location'] ?? [];
    const inPlace = findInPlace(target, response);
    if (inPlace) return inPlace;
    if (response.status >= 400) return finding('not-routed', summary(response));
    if (response.status < 300 || location === undefined)
      return isShell(response) ? 'ok' : finding('not-routed', summary(response));
    const next = new URL(location, `${target.origin}${path}`);
    const symptom = `${target.origin}${path} redirects to ${location}`;
    const isInside = next.pathname === target.base || next.pathname.startsWith(`${target.base}/`);
    if (next.origin !== target.origin) return finding(isInside ? 'redirect-inner' : 'not-routed', symptom);
    if (next.pathname.startsWith(`${target.base}${target.base}/`))
      return finding('redirect-doubled', symptom);
    path = next.pathname + next.search;
    const isRepeated = paths.includes(path);
    paths.push(path);
    if (isRepeated) break;
  }
  return finding('redirect-loop', paths.map((path) => target.origin + path).join(' → '));
}

export const entry: Check = {
  id: 'entry',
  title: 'The base path is served, and redirects that lead to it end.',
  isBasic: true,
  run: ({ target }) => follow(target, `${target.base}/`),
};

export const redirects: Check = {
  id: 'redirects',
  title: 'Without its slash the base path leads there too, with this scheme, host and port.',
  run: ({ target }) => follow(target, target.base),
};
