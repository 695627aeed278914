import type { Door } from '../door.ts';
import type { Diagnosis, Verdict } from './diagnosis.ts';
import { found } from './findings.ts';
import { brief } from './ours.ts';

const MOST = 5;

/** Follows redirects by path: another scheme, host or port is a finding of its own, and so is an address that comes again. */
async function follow(door: Door, start: string): Promise<Verdict> {
  const seen = [start];
  for (let path = start; seen.length <= MOST;) {
    const answer = await door.ask(path);
    const [location] = answer.headers['location'] ?? [];
    if (answer.status >= 400) return found('not-routed', brief(answer));
    if (answer.status < 300 || location === undefined) return 'well';
    const target = new URL(location, `${door.origin}${path}`);
    const symptom = `${door.origin}${path} leads to ${location}`;
    if (target.origin !== door.origin) return found('redirect-inner', symptom);
    if (target.pathname.startsWith(`${door.base}${door.base}/`)) return found('redirect-doubled', symptom);
    path = target.pathname + target.search;
    seen.push(path);
    if (seen.indexOf(path) < seen.length - 1)
      return found('redirect-loop', seen.map((one) => door.origin + one).join(' → '));
  }
  return found('redirect-loop', seen.join(' → '));
}

export const entry: Diagnosis = {
  id: 'entry',
  title: 'The entry is there, or redirects that lead to it end.',
  isBasic: true,
  examine: ({ door }) => follow(door, `${door.base}/`),
};

export const redirects: Diagnosis = {
  id: 'redirects',
  title: 'Without its slash the prefix leads there too, at this scheme, host and port.',
  examine: ({ door }) => follow(door, door.base),
};
