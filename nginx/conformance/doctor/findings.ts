import type { Advice } from './findings/advice.ts';
import { caches } from './findings/caches.ts';
import { forwarding } from './findings/forwarding.ts';
import { limiting } from './findings/limits.ts';
import { redirecting } from './findings/redirects.ts';
import { responding } from './findings/responses.ts';
import { routing } from './findings/routing.ts';
import { signIn } from './findings/sign-in.ts';
import { tls } from './findings/tls.ts';
import type { IngressProxy } from './ingress-proxies.ts';

/** Every misconfiguration that the doctor recognises. */
export const findings = {
  ...routing,
  ...redirecting,
  ...forwarding,
  ...limiting,
  ...responding,
  ...caches,
  ...signIn,
  ...tls,
} as const satisfies Record<string, Advice>;

export type FindingId = keyof typeof findings;

export interface Finding {
  readonly id: FindingId;
  /** What was requested and what was received. */
  readonly symptom: string;
}

export const finding = (id: FindingId, symptom: string): Finding => ({ id, symptom });

/** A finding with what to do about it, in the words of the proxy in front. */
export interface Diagnosis extends Finding {
  readonly hop: string;
  readonly setting: string;
  readonly remedy: string;
}

export function diagnose({ id, symptom }: Finding, proxy: IngressProxy): Diagnosis {
  const { hop, setting, remedy }: Advice = findings[id];
  return { id, symptom, hop, setting: typeof setting === 'string' ? setting : setting[proxy], remedy };
}
