import { platformErrors, type PlatformCode } from '#platform/contract/platform-errors.ts';
import { problem } from '#platform/edge/problem.ts';
import { securityHeaders } from '#platform/edge/security-headers.ts';

/** Builds a problem, or a page instead, to send without Fastify. */
export function bareProblem(code: PlatformCode, requestId: string, page?: string) {
  const body = page ?? JSON.stringify(problem(code, platformErrors[code], requestId));
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': page === undefined ? 'application/problem+json' : 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
  };
  return { status: platformErrors[code].status, headers, body };
}
