import Type from 'typebox';
import { defineErrors } from './error-catalogue.ts';

/** The invalid fields of a request (RFC 9457, section 3: its example of an extension). */
const InvalidFields = Type.Object({
  errors: Type.Array(
    Type.Object({
      in: Type.Union([
        Type.Literal('params'),
        Type.Literal('query'),
        Type.Literal('headers'),
        Type.Literal('body'),
      ]),
      /** A JSON pointer (RFC 6901) to the field. */
      pointer: Type.String(),
      /** The keyword of the schema that it breaks, such as `minLength`. */
      rule: Type.String(),
      detail: Type.String(),
    }),
  ),
});

/** The errors that every call can fail with. nginx sends them too: for a status, the first that has it. */
export const platformErrors = defineErrors({
  'bad-request': {
    status: 400,
    title: 'Bad request',
    detail: 'The request could not be understood.',
    extensions: Type.Partial(InvalidFields),
  },
  'not-signed-in': { status: 401, title: 'Not signed in', detail: 'Please sign in first.' },
  forbidden: { status: 403, title: 'Forbidden', detail: 'You may not do this.' },
  'cross-site-refused': {
    status: 403,
    title: 'Cross-site request refused',
    detail: 'The request did not come from a page of this application.',
  },
  'not-found': { status: 404, title: 'Not found', detail: 'There is nothing at this address.' },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not take that method.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    detail: 'The request took too long to arrive.',
  },
  'body-too-large': { status: 413, title: 'Body too large', detail: 'The request is larger than allowed.' },
  'address-too-long': {
    status: 414,
    title: 'Address too long',
    detail: 'The address is longer than allowed.',
  },
  'transition-not-allowed': {
    status: 409,
    title: 'Transition not allowed',
    detail: 'That is not possible in the present state.',
    extensions: Type.Object({ state: Type.String(), event: Type.String() }),
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    detail: 'This call does not take that type of content.',
  },
  'invalid-content': {
    status: 422,
    title: 'Invalid content',
    detail: 'Something in the request is not valid.',
    extensions: Type.Partial(InvalidFields),
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    detail: 'Please wait a moment and try again.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Header fields too large',
    detail: 'The header fields of the request are larger than allowed.',
  },
  internal: { status: 500, title: 'Internal error', detail: 'Something went wrong on our side.' },
  'not-implemented': { status: 501, title: 'Not implemented', detail: 'This is not available yet.' },
  'bad-upstream': {
    status: 502,
    title: 'Bad gateway',
    detail: 'A service that this depends on gave no usable answer.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    detail: 'The service is not available at the moment. Please try again.',
  },
  'deadline-exceeded': {
    status: 504,
    title: 'Deadline exceeded',
    detail: 'This took too long. Please try again.',
  },
  'upstream-unreachable': {
    status: 502,
    title: 'Upstream unreachable',
    detail: 'A service that this depends on cannot be reached. Please try again.',
  },
  'upstream-refused': {
    status: 502,
    title: 'Upstream refused',
    detail: 'A service that this depends on refused to answer.',
  },
  'upstream-invalid-reply': {
    status: 502,
    title: 'Invalid reply of an upstream',
    detail: 'A service that this depends on gave an answer that cannot be used.',
  },
  'upstream-broken': {
    status: 503,
    title: 'Upstream broken',
    detail: 'A service that this depends on is in trouble. Please try again in a moment.',
  },
  'upstream-overloaded': {
    status: 503,
    title: 'Upstream overloaded',
    detail: 'Too many are asking at once. Please try again in a moment.',
  },
  'upstream-timeout': {
    status: 504,
    title: 'Upstream timeout',
    detail: 'A service that this depends on took too long. Please try again.',
  },
});

export type PlatformCode = keyof typeof platformErrors;

/** For an error with a known status only: the first code that has it. */
export const codeByStatus: ReadonlyMap<number, PlatformCode> = new Map(
  (Object.keys(platformErrors) as PlatformCode[])
    .toReversed()
    .map((code): [number, PlatformCode] => [platformErrors[code].status, code]),
);
