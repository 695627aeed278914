/** What the policy of a document contains: bff/src/edge/content-security-policy.ts. */
export const DOCUMENT_POLICY = [
  /(^|; )script-src 'self'( 'sha256-[^']+')*(;|$)/,
  /(^|; )style-src 'self'( 'sha256-[^']+')*(;|$)/,
  /(^|; )connect-src [^;]+/,
  /(^|; )frame-ancestors [^;]+/,
  /(^|; )base-uri 'none'(;|$)/,
  /(^|; )require-trusted-types-for 'script'(;|$)/,
];
/** The policy of every other response. */
export const CLOSED_POLICY = [/^default-src 'none'; frame-ancestors 'none'$/];
