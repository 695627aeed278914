import { closedPolicy } from './content-security-policy.ts';
import { policyHeaders } from './policy-headers.ts';

/** Headers that every response has exactly once. For documents, `documentHeaders` overrides the policies. */
export const securityHeaders = {
  'content-security-policy': closedPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...policyHeaders({}),
  'x-content-type-options': 'nosniff',
} as const;
