import { errors, type ErrorCode, type Problem } from '#contract/errors.ts';

/** The catalogue's entry as it goes over the wire (RFC 9457, section 3). */
export const problem = (
  code: ErrorCode,
  requestId: string,
  detail: string = errors[code].detail,
): Problem => ({
  type: `urn:problem-type:${code}`,
  title: errors[code].title,
  status: errors[code].status,
  detail,
  code,
  requestId,
});
