import type { RequestOptions, TargetResponse } from '../request.ts';
import type { Target } from '../target.ts';

interface Sent extends RequestOptions {
  readonly path: string;
}

/** A fault: what it changes of a response. */
export type Tamper = (response: TargetResponse, sent: Sent) => Partial<TargetResponse>;

/** A target with a fault, to test the cases themselves. */
export const tampered = (target: Target, tamper: Tamper): Target => ({
  ...target,
  request: async (path, options) => {
    const response = await target.request(path, options);
    return { ...response, ...tamper(response, { ...options, path }) };
  },
});

const when =
  (condition: (response: TargetResponse, sent: Sent) => boolean, change: Tamper): Tamper =>
  (response, sent) =>
    condition(response, sent) ? change(response, sent) : {};

export const at = (pattern: RegExp, change: Tamper) => when((_, { path }) => pattern.test(path), change);

export const onStatus = (status: number, change: Tamper) =>
  when((response) => response.status === status, change);

/** In response to requests with such a method. */
export const onMethod = (method: string, change: Tamper) => when((_, sent) => sent.method === method, change);

/** In response to requests with such a field. */
export const onSent = (name: string, pattern: RegExp, change: Tamper) =>
  when((_, { headers }) => pattern.test(headers?.[name] ?? ''), change);

/** For responses with such a field. */
export const onReceived = (name: string, pattern: RegExp, change: Tamper) =>
  when(({ headers }) => pattern.test(headers[name]?.[0] ?? ''), change);

export const status =
  (value: number): Tamper =>
  () => ({ status: value });

export const set =
  (name: string, ...values: string[]): Tamper =>
  ({ headers }) => ({ headers: { ...headers, [name]: values } });

export const drop =
  (name: string): Tamper =>
  ({ headers: { [name]: _dropped, ...headers } }) => ({ headers });

/** Replaces a part of a field's value. */
export const edit =
  (name: string, from: string | RegExp, to: string): Tamper =>
  (response, sent) =>
    set(name, (response.headers[name]?.[0] ?? '').replace(from, to))(response, sent);

export const write =
  (text: string): Tamper =>
  () => ({ text, body: Buffer.from(text) });

export const replace =
  (from: string, to: string): Tamper =>
  (response, sent) =>
    write(response.text.replaceAll(from, to))(response, sent);

const both =
  (one: Tamper, other: Tamper): Tamper =>
  (response, sent) => {
    const changed = { ...response, ...one(response, sent) };
    return { ...changed, ...other(changed, sent) };
  };

export const redirect = (code: number, location: string) => both(status(code), set('location', location));
export const as = (code: number, type: string) => both(status(code), set('content-type', type));
/** The shell, in place of another response. */
export const html = (code: number) =>
  both(as(code, 'text/html'), write('<!doctype html><div id="root"></div>'));
