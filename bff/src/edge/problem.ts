import type { ErrorEntry, ProblemMember } from '#contract/kit/error-catalogue.ts';

/** The body of a problem (RFC 9457, section 3). `extra` cannot overwrite the entry's own fields. */
export const problem = (
  code: string,
  { status, title, detail }: Pick<ErrorEntry, 'status' | 'title' | 'detail'>,
  requestId: string,
  extra: object = {},
): Readonly<Record<Exclude<ProblemMember, 'instance'>, string | number>> => ({
  ...extra,
  type: `urn:problem-type:${code}`,
  title,
  status,
  detail,
  code,
  requestId,
});
