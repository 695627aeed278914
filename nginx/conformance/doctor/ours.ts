import type { Answer } from '../request.ts';
import { isShell, mediaType } from '../checks.ts';

function json(answer: Answer): Record<string, unknown> {
  if (!/^application\/(?:problem\+)?json$/.test(mediaType(answer))) return {};
  try {
    return (JSON.parse(answer.text) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

/** The code of a problem that the application itself has made; undefined for anything else. */
export function problemCode(answer: Answer): string | undefined {
  const { code, requestId, status } = json(answer);
  return typeof requestId === 'string' && status === answer.status ? String(code) : undefined;
}

/** The status call has answered, be it that somebody has to sign in first. */
export const isStatusCall = (answer: Answer): boolean =>
  'startedAt' in json(answer) || [401, 403].includes(problemCode(answer) ? answer.status : 0);

/** The application's own line of text for an address that is none of its own. */
export const isOurRefusal = (answer: Answer): boolean =>
  mediaType(answer) === 'text/plain' && /^4\d\d [A-Z][A-Za-z ]+\n$/.test(answer.text);

/** Other applications have a root, too; this one names every request. */
export const isOurShell = (answer: Answer): boolean => isShell(answer) && 'x-request-id' in answer.headers;

/** What came, in a few words. */
export const brief = (answer: Answer): string =>
  [answer.asked, 'came', answer.status, mediaType(answer), answer.headers['location']?.[0]]
    .filter(Boolean)
    .join(' ');
