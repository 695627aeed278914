import type { RequestOptions, TargetResponse } from '../request.ts';
import { openTarget, type Target } from '../target.ts';

interface Sent extends RequestOptions {
  readonly path: string;
}

/** A fault: what of a response it changes. */
export type Tamper = (response: TargetResponse, sent: Sent) => Partial<TargetResponse>;

/** A target whose every response has a fault, to test the cases themselves. */
export function tampered(address: string, options: Parameters<typeof openTarget>[1], tamper: Tamper): Target {
  const target = openTarget(address, options);
  return {
    ...target,
    request: async (path, options) => {
      const response = await target.request(path, options);
      return { ...response, ...tamper(response, { ...options, path }) };
    },
  };
}

export const when =
  (condition: (sent: Sent, response: TargetResponse) => unknown, change: Tamper): Tamper =>
  (response, sent) =>
    condition(sent, response) ? change(response, sent) : {};

export const at = (pattern: RegExp, change: Tamper): Tamper => when(({ path }) => pattern.test(path), change);

export const onStatus = (status: number, change: Tamper): Tamper =>
  when((_sent, response) => response.status === status, change);

export const status = (value: number) => () => ({ status: value });

export const set =
  (name: string, ...values: string[]): Tamper =>
  ({ headers }) => ({ headers: { ...headers, [name]: values } });

/** Changes the value of a field. */
export const change =
  (name: string, to: (value: string, sent: Sent) => string): Tamper =>
  (response, sent) =>
    set(name, to(response.headers[name]?.[0] ?? '', sent))(response, sent);

export const drop =
  (name: string): Tamper =>
  ({ headers: { [name]: _dropped, ...headers } }) => ({ headers });

export const both =
  (one: Tamper, other: Tamper): Tamper =>
  (response, sent) => {
    const changed = { ...response, ...one(response, sent) };
    return { ...changed, ...other(changed, sent) };
  };

export const body = (text: string) => ({ text, body: Buffer.from(text) });

export const replace =
  (from: string, to: string): Tamper =>
  ({ text }) =>
    body(text.replaceAll(from, to));

export const redirect = (code: number, location: string): Tamper =>
  both(status(code), set('location', location));

export const as = (code: number, type: string): Tamper => both(status(code), set('content-type', type));

/** The shell, in place of another response. */
export const html = (code: number): Tamper =>
  both(as(code, 'text/html'), () => body('<!doctype html><div id="root"></div>'));
