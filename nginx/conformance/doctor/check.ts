import type { Target } from '../target.ts';
import type { Echo } from './echo.ts';
import type { Finding } from './findings.ts';

export interface CheckContext {
  readonly target: Target;
  /** How a request arrived at the BFF; undefined unless DIAGNOSTICS=true. */
  readonly echo: Echo | undefined;
  /** How long the BFF delays a response, to find a hop with a shorter timeout. */
  readonly slowMs: number;
}

export interface NotObservable {
  readonly notObservable: string;
  /** What was found may come from an application, or a machine, that is too slow. */
  readonly isTooSlow?: true;
}

export type CheckResult = Finding | 'ok' | NotObservable;

export const isFinding = (result: CheckResult): result is Finding => result !== 'ok' && 'id' in result;

type RunCheck<Context> = (context: Context) => Promise<CheckResult> | CheckResult;

/** One question about the path of requests to the application. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** If it fails, the other checks would only find its consequences. */
  readonly isBasic?: true;
  /** It waits most of its time, so it runs beside the others. */
  readonly isSlow?: true;
  readonly run: RunCheck<CheckContext>;
}

export const NEEDS_DIAGNOSTICS = { notObservable: 'needs DIAGNOSTICS=true' } as const;

/** A check that needs the echo: not observable without it. */
export const withEcho =
  (run: RunCheck<CheckContext & { readonly echo: Echo }>): RunCheck<CheckContext> =>
  (context) =>
    context.echo ? run({ ...context, echo: context.echo }) : NEEDS_DIAGNOSTICS;
