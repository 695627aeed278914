import { every, NotObservable, words } from './checks.ts';
import { accepting, ENCODINGS } from './request-headers.ts';
import type { RequestOptions, TargetResponse } from './request.ts';
import { readAsset } from './site.ts';
import type { Target } from './target.ts';

/** Rejects if the target fails the case, or with `NotObservable` if the case cannot be observed there. */
export type RunCase = (target: Target) => Promise<unknown>;

/** Cases by id and title. The numbers 1 to 41 are the requirements of "served beneath a prefix"; letters subdivide a number. */
export type Cases = Readonly<Record<string, RunCase>>;

/** Limits a case to targets that own their origin. */
export const wholeOrigin =
  (run: RunCase): RunCase =>
  async (target) => {
    if (!target.ownsOrigin)
      throw new NotObservable('an ingress or other applications at this origin may respond');
    await run(target);
  };

interface Requests extends RequestOptions {
  /** Paths beneath the base path, separated by spaces. `{asset}` is a hashed asset of the document. */
  readonly paths: string;
  /** Methods, separated by spaces. Defaults to GET. */
  readonly methods?: string;
  /** True if `paths` are relative to the origin, with `{base}` for the base path. `respond` skips them if the target shares its origin. */
  readonly isAtOrigin?: boolean;
}

interface Sent extends RequestOptions {
  readonly path: string;
}

/** Throws if the response fails the case. */
export type Check = (response: TargetResponse, target: Target, sent: Sent) => unknown;

/** Creates a case that sends each method to each path, and applies all checks to each response. */
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

export const inEveryEncoding = (paths: string, ...checks: Check[]): RunCase =>
  all(...ENCODINGS.map((encoding) => respond({ paths, headers: accepting(encoding) }, ...checks)));

export const all =
  (...cases: readonly RunCase[]): RunCase =>
  (target) =>
    every(cases, (run) => run(target));
