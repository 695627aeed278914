import { every, NotObservable, words } from './checks.ts';
import { accepting, ENCODINGS } from './request-headers.ts';
import type { RequestOptions, TargetResponse } from './request.ts';
import { readAsset } from './site.ts';
import type { Target } from './target.ts';

/** Throws when the target does not behave as the case says, or `NotObservable`. */
export type RunCase = (target: Target) => Promise<unknown>;

/** By id and title. The numbers 1 to 41 are the definition of "served beneath a prefix"; a letter parts a number. */
export type Cases = Readonly<Record<string, RunCase>>;

/** A case that cannot be judged where an ingress or another application may respond. */
export const wholeOrigin =
  (run: RunCase): RunCase =>
  async (target) => {
    if (!target.ownsOrigin)
      throw new NotObservable('an ingress or other applications at this origin may respond');
    await run(target);
  };

interface Requests extends RequestOptions {
  /** Beneath the base path, with spaces between; `{asset}` is a hashed asset of the shell. */
  readonly paths: string;
  /** With spaces between; GET unless given. */
  readonly methods?: string;
  /** Whether the paths are those of the origin, where `{base}` is the base path. Not sent where an ingress may respond. */
  readonly isAtOrigin?: boolean;
}

interface Sent extends RequestOptions {
  readonly path: string;
}

/** Throws when the response to this request is not as the case says. */
export type Check = (response: TargetResponse, target: Target, sent: Sent) => unknown;

/** A case in which the responses to all of these requests pass these checks. */
export const respond =
  ({ paths, methods = 'GET', isAtOrigin = false, ...options }: Requests, ...checks: Check[]): RunCase =>
  async (target) => {
    const { base, ownsOrigin } = target;
    if (isAtOrigin && !ownsOrigin) return;
    const asset = paths.includes('{asset}') ? (await readAsset(target)).slice(base.length) : '';
    await every(words(paths.replaceAll('{asset}', asset)), (name) =>
      every(words(methods), async (method) => {
        const path = isAtOrigin ? name.replaceAll('{base}', base) : `${base}${name}`;
        const sent = { ...options, path, method };
        const response = await target.request(path, sent);
        await every(checks, (check) => check(response, target, sent));
      }),
    );
  };

/** The same for each encoding that a response can have. */
export const inEveryEncoding = (paths: string, ...checks: Check[]): RunCase =>
  all(...ENCODINGS.map((encoding) => respond({ paths, headers: accepting(encoding) }, ...checks)));

/** A case of several, of which every failure is reported. */
export const all =
  (...cases: readonly RunCase[]): RunCase =>
  (target) =>
    every(cases, (run) => run(target));
