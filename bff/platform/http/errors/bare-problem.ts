import { platformErrors, type PlatformCode } from '#platform/contract/platform-errors.ts';
import { problem } from '#platform/edge/problem.ts';
import { securityHeaders } from '#platform/edge/security-headers.ts';

/** Builds a problem to send without Fastify. */
export function bareProblem(code: PlatformCode, requestId: string) {
  const body = JSON.stringify(problem(code, platformErrors[code], requestId));
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
  };
  return { status: platformErrors[code].status, headers, body };
}
