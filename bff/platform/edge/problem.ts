import type { ErrorEntry, ProblemMember } from '#platform/contract/error-catalogue.ts';

/** Builds the body of a problem (RFC 9457, section 3). `extensions` cannot override the other members. */
export const problem = (
  code: string,
  { status, title, detail }: Pick<ErrorEntry, 'status' | 'title' | 'detail'>,
  requestId: string,
  extensions: object = {},
) => ({
  ...extensions,
  ...({ type: `urn:problem-type:${code}`, title, status, detail, code, requestId } satisfies Partial<
    Record<ProblemMember, string | number>
  >),
});
