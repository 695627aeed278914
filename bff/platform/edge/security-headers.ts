import { closedPolicy } from './content-security-policy.ts';

/** Headers that every response has exactly once. For documents, `documentHeaders` overrides the content security policy. */
export const securityHeaders = {
  'content-security-policy': closedPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;
