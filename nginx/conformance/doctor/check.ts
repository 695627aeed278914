import type { Arrived } from '@web/bff/edge/diagnostics';
import type { Target } from '../target.ts';
import type { Kind } from './advice.ts';

/** A difference between what was sent and what arrived, or between what the application sent and what came. */
export interface Difference {
  readonly kind: Kind;
  /** The header field that differs. */
  readonly field?: string;
  /** Both sides of it. */
  readonly quote: string;
}

export interface Context {
  readonly target: Target;
  /** The value of DIAGNOSTICS there. */
  readonly secret: string;
  /** How a first request arrived. */
  readonly first: Arrived;
  /** How long the application delays a response, to find a hop with a shorter timeout. */
  readonly slowMs: number;
}

/** One question about the path of requests to the application. Throws `NotObservable`, or `NoResponse`. */
export interface Check {
  readonly id: string;
  readonly title: string;
  readonly run: (context: Context) => Promise<readonly Difference[]>;
}
