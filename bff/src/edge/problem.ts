import type { ErrorEntry, ProblemMember } from '#contract/kit/error-catalogue.ts';

/** The body of a problem (RFC 9457, section 3). `extensions` cannot overwrite the entry's members. */
export const problem = (
  code: string,
  { status, title, detail }: Pick<ErrorEntry, 'status' | 'title' | 'detail'>,
  requestId: string,
  extensions: object = {},
) => {
  const type = `urn:problem-type:${code}`;
  const members = { type, title, status, detail, code, requestId } satisfies Members;
  return { ...extensions, ...members };
};

/** An extension of the catalogue may have any name but these. */
type Members = Partial<Record<ProblemMember, string | number>>;
