import type { Target } from '../target.ts';
import type { Echo } from './echo.ts';
import type { Finding } from './findings.ts';

export interface Patient {
  readonly target: Target;
  /** What the BFF says has arrived; undefined where DIAGNOSTICS is off. */
  readonly echo: Echo | undefined;
  /** How long a call is let wait, to find a hop that does not. */
  readonly slowMs: number;
}

export type Verdict = Finding | 'well' | { readonly unseen: string };

/** One question about the way to the application. */
export interface Diagnosis {
  readonly id: string;
  readonly title: string;
  /** Where this fails, the other diagnoses would only find its consequences. */
  readonly isBasic?: true;
  /** It waits more than it works: it is looked at while others are. */
  readonly isSlow?: true;
  readonly examine: (patient: Patient) => Promise<Verdict> | Verdict;
}

export const needsDiagnostics = { unseen: 'needs DIAGNOSTICS=true' } as const;

/** What a diagnosis with an echo says of a patient without one. */
export const withEcho =
  (examine: (patient: Patient & { readonly echo: Echo }) => Promise<Verdict> | Verdict) =>
  (patient: Patient): Promise<Verdict> | Verdict =>
    patient.echo ? examine({ ...patient, echo: patient.echo }) : needsDiagnostics;
