/**
 * Point 8: the catalogue. A code, its HTTP status (RFC 9110, section 15), a title that never changes and
 * what a person is told. Every reply that is an error is one of these, as a problem (RFC 9457).
 */
export const errors = {
  'bad-request': { status: 400, title: 'Bad request', detail: 'The request could not be understood.' },
  'not-signed-in': { status: 401, title: 'Not signed in', detail: 'Please sign in first.' },
  forbidden: { status: 403, title: 'Forbidden', detail: 'You may not do this.' },
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
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    detail: 'This call does not take that type of content.',
  },
  'invalid-content': {
    status: 422,
    title: 'Invalid content',
    detail: 'Something in the request is not valid.',
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
} as const satisfies Record<string, CatalogueEntry>;

export interface CatalogueEntry {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

export type ErrorCode = keyof typeof errors;

/** What an error looks like on the wire: `application/problem+json` (RFC 9457, section 3.1) with the code and the request's id. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly requestId: string;
}
