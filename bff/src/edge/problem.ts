import type { ErrorEntry } from '#contract/kit/error-catalogue.ts';

/** An error as it goes over the wire (RFC 9457, section 3). What the entry itself names cannot be overwritten. */
export const problem = (
  code: string,
  { status, title, detail }: Pick<ErrorEntry, 'status' | 'title' | 'detail'>,
  requestId: string,
  extra: object = {},
) => ({ ...extra, type: `urn:problem-type:${code}`, title, status, detail, code, requestId });
