import type { TargetResponse } from '../request.ts';
import { isShell, mediaType } from '../checks.ts';

/** The object that a response has as JSON; an empty one if it has none. */
export function json(response: TargetResponse): Record<string, unknown> {
  if (!/^application\/(?:problem\+)?json$/.test(mediaType(response))) return {};
  try {
    return (JSON.parse(response.text) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

/** The code of a problem that the application itself made; undefined for any other response. */
export function problemCode(response: TargetResponse): string | undefined {
  const { code, requestId, status } = json(response);
  return typeof requestId === 'string' && status === response.status ? String(code) : undefined;
}

/** Whether the status call responded, even if only to ask for a sign-in. */
export const isStatusResponse = (response: TargetResponse): boolean =>
  'startedAt' in json(response) || [401, 403].includes(problemCode(response) ? response.status : 0);

/** Whether this is the application's own text for a path outside the base path. */
export const isOwnErrorText = (response: TargetResponse): boolean =>
  mediaType(response) === 'text/plain' && /^4\d\d [A-Z][A-Za-z ]+\n$/.test(response.text);

/** Whether this is the application's shell: other applications have a `#root` too, but no request id. */
export const isOurShell = (response: TargetResponse): boolean =>
  isShell(response) && 'x-request-id' in response.headers;

/** Request, status, media type and Location in one line. */
export const summary = (response: TargetResponse): string =>
  [response.request, 'gave', response.status, mediaType(response), response.headers['location']?.[0]]
    .filter(Boolean)
    .join(' ');

/** Whether the application sent it, or its nginx: every such response has a request id. */
export const isFromApplication = (response: TargetResponse): boolean =>
  'x-request-id' in response.headers || problemCode(response) !== undefined;
