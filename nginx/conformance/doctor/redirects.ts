import type { Target } from '../target.ts';
import type { Diagnosis, Verdict } from './check.ts';
import { found } from './findings.ts';
import { brief } from './ours.ts';

const MOST = 5;

/** Follows redirects by path: another scheme, host or port is a finding of its own, and so is an address that comes again. */
async function follow(target: Target, start: string): Promise<Verdict> {
  const seen = [start];
  for (let path = start; seen.length <= MOST;) {
    const answer = await target.ask(path);
    const [location] = answer.headers['location'] ?? [];
    if (answer.status >= 400) return found('not-routed', brief(answer));
    if (answer.status < 300 || location === undefined) return 'well';
    const next = new URL(location, `${target.origin}${path}`);
    const symptom = `${target.origin}${path} leads to ${location}`;
    if (next.origin !== target.origin) return found('redirect-inner', symptom);
    if (next.pathname.startsWith(`${target.base}${target.base}/`)) return found('redirect-doubled', symptom);
    path = next.pathname + next.search;
    seen.push(path);
    if (seen.indexOf(path) < seen.length - 1)
      return found('redirect-loop', seen.map((one) => target.origin + one).join(' → '));
  }
  return found('redirect-loop', seen.join(' → '));
}

export const entry: Diagnosis = {
  id: 'entry',
  title: 'The entry is there, or redirects that lead to it end.',
  isBasic: true,
  examine: ({ target }) => follow(target, `${target.base}/`),
};

export const redirects: Diagnosis = {
  id: 'redirects',
  title: 'Without its slash the prefix leads there too, at this scheme, host and port.',
  examine: ({ target }) => follow(target, target.base),
};
