import { AssertionError, ok } from 'node:assert/strict';
import type { Answer } from './request.ts';
import type { Target } from './target.ts';

/** Fails with the address, what was expected and what came. */
export function check(
  holds: boolean,
  answer: Answer,
  expected: string,
  came: string | number | boolean | undefined,
): asserts holds {
  ok(holds, `${answer.asked}: expected ${expected}, came ${came ?? 'none'}`);
}

/** Checks every item and reports every fault, not the first alone. */
export async function every<T>(items: Iterable<T>, run: (item: T) => Promise<void> | void): Promise<void> {
  const faults: string[] = [];
  for (const item of items) {
    try {
      await run(item);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (faults.length > 0) throw new AssertionError({ message: faults.join('\n') });
}

/** The header's value, however many lines carry it; undefined where none does. */
export function header(answer: Answer, name: string): string | undefined {
  return answer.headers[name]?.join(', ');
}

/** The value of a header that must stand exactly once. */
export function onlyHeader(answer: Answer, name: string): string {
  const lines = answer.headers[name] ?? [];
  const [value] = lines;
  check(value !== undefined && lines.length === 1, answer, `${name} exactly once`, `${lines.length} times`);
  return value;
}

export function checkHeader(answer: Answer, name: string, expected: string): void {
  const came = onlyHeader(answer, name);
  check(came.toLowerCase() === expected.toLowerCase(), answer, `${name}: ${expected}`, came);
}

export function checkStatus(answer: Answer, ...expected: number[]): void {
  check(expected.includes(answer.status), answer, `status ${expected.join(' or ')}`, answer.status);
}

/** The media type alone, lower-cased, without parameters. */
export function mediaType(answer: Answer): string {
  return (header(answer, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function isShell(answer: Answer): boolean {
  return mediaType(answer) === 'text/html' && answer.text.includes('<div id="root"');
}

export function checkShell(answer: Answer, ...statuses: number[]): void {
  checkStatus(answer, ...(statuses.length > 0 ? statuses : [200]));
  check(isShell(answer), answer, 'the shell', mediaType(answer) || 'no content type');
}

export function checkNotHtml(answer: Answer): void {
  const html = mediaType(answer) === 'text/html' || /^\s*<(!doctype|html)/i.test(answer.text);
  check(!html, answer, 'anything but HTML', 'HTML');
}

/** A problem of the catalogue's shape (RFC 9457, section 3.1) whose status is the answer's own. */
export function checkProblem(answer: Answer, ...statuses: number[]): void {
  checkStatus(answer, ...statuses);
  checkNotHtml(answer);
  const type = mediaType(answer);
  check(type === 'application/problem+json', answer, 'application/problem+json', type || undefined);
  const problem = parseObject(answer);
  check(problem['status'] === answer.status, answer, 'status in the body', JSON.stringify(problem['status']));
  for (const name of ['type', 'title', 'detail', 'code', 'requestId']) {
    const text = typeof problem[name] === 'string' && problem[name] !== '';
    check(text, answer, `a text named ${name} in the problem`, JSON.stringify(problem[name]));
  }
}

export function parseObject(answer: Answer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch {
    // Left undefined: the check below says what came.
  }
  check(typeof value === 'object' && value !== null, answer, 'a JSON object', answer.text.slice(0, 80));
  return value as Record<string, unknown>;
}

export function checkAllow(answer: Answer): void {
  const allow = onlyHeader(answer, 'allow');
  const methods = allow.split(',').map((method) => method.trim());
  const fits = ['GET', 'HEAD'].every((method) => methods.includes(method));
  const more = methods.filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  check(fits && more.length === 0, answer, 'Allow: GET, HEAD', allow);
}

/** A Location, if there is one, stays at this origin beneath the base; an ingress may have made it absolute. */
export function checkStaysInside(target: Target, answer: Answer): void {
  for (const location of answer.headers['location'] ?? []) {
    const absolute = !target.ownsOrigin && location.startsWith(`${target.origin}${target.base}/`);
    const inside = location.startsWith(`${target.base}/`) || absolute;
    check(inside, answer, `Location: ${target.base}/…`, location);
  }
}
