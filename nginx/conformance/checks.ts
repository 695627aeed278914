import { AssertionError, ok } from 'node:assert/strict';
import type { TargetResponse } from './request.ts';
import type { Target } from './target.ts';

/** The fields that every response has exactly once. */
export const SECURITY_HEADERS = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
].concat(['cross-origin-opener-policy', 'cross-origin-resource-policy', 'permissions-policy']);

/** Fails with the request, what was expected and what was received. */
export function check(
  holds: boolean,
  response: TargetResponse,
  expected: string,
  received: string | number | boolean | undefined,
): asserts holds {
  ok(holds, `${response.request}: expected ${expected}, received ${received ?? 'none'}`);
}

/** Checks every item, and reports every failure, not only the first. */
export async function every<T>(items: Iterable<T>, run: (item: T) => Promise<void> | void): Promise<void> {
  const failures: string[] = [];
  for (const item of items) {
    try {
      await run(item);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (failures.length > 0) throw new AssertionError({ message: failures.join('\n') });
}

/** The field's values joined; undefined where the field is missing. */
export const header = (response: TargetResponse, name: string): string | undefined =>
  response.headers[name]?.join(', ');

/** The value of a field that must be there exactly once. */
export function onlyHeader(response: TargetResponse, name: string): string {
  const lines = response.headers[name] ?? [];
  const [value] = lines;
  check(value !== undefined && lines.length === 1, response, `${name} exactly once`, `${lines.length} times`);
  return value;
}

export function checkHeader(response: TargetResponse, name: string, expected: string): void {
  const received = onlyHeader(response, name);
  check(received.toLowerCase() === expected.toLowerCase(), response, `${name}: ${expected}`, received);
}

export const isRedirect = ({ status }: TargetResponse): boolean => status >= 300 && status < 400;

export function checkStatus(response: TargetResponse, ...expected: number[]): void {
  check(expected.includes(response.status), response, `status ${expected.join(' or ')}`, response.status);
}

/** The media type without parameters, in lower case; empty where there is none. */
export const mediaType = (response: TargetResponse): string =>
  header(response, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

export const isShell = (response: TargetResponse): boolean =>
  mediaType(response) === 'text/html' && response.text.includes('<div id="root"');

/** The shell, with status 200 unless other statuses are given. */
export function checkShell(response: TargetResponse, ...statuses: number[]): void {
  checkStatus(response, ...(statuses.length > 0 ? statuses : [200]));
  check(isShell(response), response, 'the shell', mediaType(response) || 'no content type');
}

export function checkNotHtml(response: TargetResponse): void {
  const isHtml = mediaType(response) === 'text/html' || /^\s*<(!doctype|html)/i.test(response.text);
  check(!isHtml, response, 'anything but HTML', 'HTML');
}

/** A problem with every field of the catalogue, whose `status` is the response's (RFC 9457, section 3.1). */
export function checkProblem(response: TargetResponse, ...statuses: number[]): void {
  checkStatus(response, ...statuses);
  checkNotHtml(response);
  const type = mediaType(response);
  check(type === 'application/problem+json', response, 'application/problem+json', type || undefined);
  const problem = parseObject(response);
  check(
    problem['status'] === response.status,
    response,
    'status in the body',
    JSON.stringify(problem['status']),
  );
  for (const name of ['type', 'title', 'detail', 'code', 'requestId']) {
    const isText = typeof problem[name] === 'string' && problem[name] !== '';
    check(isText, response, `a text named ${name} in the problem`, JSON.stringify(problem[name]));
  }
}

export function parseObject(response: TargetResponse): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(response.text);
  } catch {
    // Stays undefined, and the check below reports the text.
  }
  check(typeof value === 'object' && value !== null, response, 'a JSON object', response.text.slice(0, 80));
  return value as Record<string, unknown>;
}

export function checkAllow(response: TargetResponse): void {
  const allow = onlyHeader(response, 'allow');
  const methods = allow.split(',').map((method) => method.trim());
  const hasReads = ['GET', 'HEAD'].every((method) => methods.includes(method));
  const others = methods.filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  check(hasReads && others.length === 0, response, 'Allow: GET, HEAD', allow);
}

/** A Location, if there is one, stays beneath the base path; an ingress may have made it absolute. */
export function checkStaysInside(target: Target, response: TargetResponse): void {
  for (const location of response.headers['location'] ?? []) {
    const isAbsolute = !target.ownsOrigin && location.startsWith(`${target.origin}${target.base}/`);
    const isInside = location.startsWith(`${target.base}/`) || isAbsolute;
    check(isInside, response, `Location: ${target.base}/…`, location);
  }
}
