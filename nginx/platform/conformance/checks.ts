import { AssertionError, ok } from 'node:assert/strict';
import type { TargetResponse } from './request.ts';
import type { Target } from './target.ts';

export const words = (text: string): string[] => text.trim().split(/\s+/);

/** Headers that every response has exactly once. */
export const SECURITY_HEADERS = words(`
  content-security-policy x-content-type-options referrer-policy
  cross-origin-opener-policy cross-origin-resource-policy permissions-policy`);

/** Thrown if a case cannot be judged. */
export class NotObservable extends Error {}

/** Throws an error with the request, the expected and the received value, unless `holds`. */
export function check(
  holds: boolean,
  response: TargetResponse,
  expected: string,
  received: string | number | undefined,
): asserts holds {
  ok(holds, `${response.request}: expected ${expected}, received ${received || 'none'}`);
}

/** Checks every item, and reports all failures. Rejects with `NotObservable` if an item is not observable. */
export async function every<T>(items: Iterable<T>, run: (item: T) => unknown): Promise<void> {
  const failures: string[] = [];
  for (const item of items) {
    try {
      await run(item);
    } catch (error) {
      if (error instanceof NotObservable) throw error;
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (failures.length > 0) throw new AssertionError({ message: failures.join('\n') });
}

export const header = (response: TargetResponse, name: string): string | undefined =>
  response.headers[name]?.join(', ');

export function onlyHeader(response: TargetResponse, name: string): string {
  const lines = response.headers[name] ?? [];
  const [value] = lines;
  check(value !== undefined && lines.length === 1, response, `${name} exactly once`, `${lines.length} times`);
  return value;
}

/** Checks that a header occurs exactly once with an expected value, which `meaning` describes. */
export const field =
  (name: string, expected: string | RegExp, meaning = String(expected)) =>
  (response: TargetResponse): void => {
    const received = onlyHeader(response, name);
    const isSame = received.toLowerCase() === String(expected).toLowerCase();
    const isExpected = expected instanceof RegExp ? expected.test(received) : isSame;
    check(isExpected, response, `${name}: ${meaning}`, received);
  };

/** Checks that Allow lists GET and HEAD, and nothing else except OPTIONS (RFC 9110, section 10.2.1). */
export const allowsReads = field('allow', /^(?=.*GET)(?=.*HEAD)(GET|HEAD|OPTIONS|[, ])+$/, 'GET, HEAD');

export const isRedirect = ({ status }: TargetResponse): boolean => status >= 300 && status < 400;

export const status =
  (...expected: number[]) =>
  (response: TargetResponse): void =>
    check(expected.includes(response.status), response, `status ${expected.join(' or ')}`, response.status);

/** Returns the media type without parameters, in lower case; empty if missing. */
export const mediaType = (response: TargetResponse): string =>
  header(response, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

export const isShell = (response: TargetResponse): boolean =>
  mediaType(response) === 'text/html' && response.text.includes('<div id="root"');

export const shell =
  (...statuses: number[]) =>
  (response: TargetResponse): void => {
    status(...statuses)(response);
    check(isShell(response), response, 'the document', mediaType(response));
  };

export function checkNotHtml(response: TargetResponse): void {
  const isHtml = mediaType(response) === 'text/html' || /^\s*<(!doctype|html)/i.test(response.text);
  check(!isHtml, response, 'anything but HTML', 'HTML');
}

export function checkSameBody(response: TargetResponse, { body, request }: TargetResponse): void {
  check(response.body.equals(body), response, `the body of ${request}`, 'another body');
}

/** Checks that the body is a complete problem document with the response's status (RFC 9457, section 3.1). */
export const problem =
  (...statuses: number[]) =>
  (response: TargetResponse): void => {
    status(...statuses)(response);
    const type = mediaType(response);
    check(type === 'application/problem+json', response, 'application/problem+json', type);
    const members = membersOf(response);
    check(members['status'] === response.status, response, 'status in the body', String(members['status']));
    const isText = (name: string) => typeof members[name] === 'string' && members[name] !== '';
    const missing = words('type title detail code requestId').filter((name) => !isText(name));
    check(missing.length === 0, response, `${missing.join(', ')} in the problem`, response.text.slice(0, 80));
  };

/** Returns the members of a JSON body, or an empty object for any other body. */
export function membersOf({ text }: TargetResponse): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Checks that a Location stays beneath the base path. An ingress may have made it absolute. */
export function checkStaysInside(response: TargetResponse, target: Target): void {
  for (const location of response.headers['location'] ?? []) {
    const path = target.ownsOrigin ? location : location.replace(target.origin, '');
    check(path.startsWith(`${target.base}/`), response, `Location: ${target.base}/…`, location);
  }
}
