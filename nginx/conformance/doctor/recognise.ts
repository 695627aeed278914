import { header, isShell, mediaType } from '../checks.ts';
import type { TargetResponse } from '../request.ts';

/** The object that a response has as JSON; an empty one if it has none. */
export function json(response: TargetResponse): Record<string, unknown> {
  return /^application\/(?:problem\+)?json$/.test(mediaType(response)) ? parsed(response.text) : {};
}

/** The object in a text; an empty one if it has none. */
export function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The code of a problem that the application itself made; undefined for any other response. */
export function problemCode(response: TargetResponse): string | undefined {
  const { code, requestId, status } = json(response);
  return typeof requestId === 'string' && status === response.status ? String(code) : undefined;
}

/** Whether the application sent it, or its nginx: every such response has a request id. */
export const isFromApplication = (response: TargetResponse): boolean =>
  'x-request-id' in response.headers || problemCode(response) !== undefined;

/** Whether this is the application's document: others have a `#root` too, but no request id. */
export const isOurShell = (response: TargetResponse): boolean =>
  isShell(response) && isFromApplication(response);

/** Request, status, media type and Location in one line. */
export const summary = (response: TargetResponse): string =>
  [response.request, 'gave', response.status, mediaType(response), header(response, 'location')]
    .filter(Boolean)
    .join(' ');
