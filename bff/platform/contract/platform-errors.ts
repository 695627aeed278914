import * as Type from 'typebox';
import { defineErrors, entry } from './error-catalogue.ts';

/** Extension member with the invalid fields of a request, like the example `errors` in RFC 9457, section 3. */
export const InvalidFields = Type.Object({
  errors: Type.Array(
    Type.Object({
      in: Type.Enum(['params', 'query', 'headers', 'body']),
      /** JSON pointer (RFC 6901) to the field. */
      pointer: Type.String(),
      /** Violated keyword of the schema, such as `minLength`. */
      rule: Type.String(),
      detail: Type.String(),
      /**
       * Value of the violated keyword, such as 10 for `maxLength`; null for keywords such as `required`. Clients use the value to translate `detail`.
       * Absent if `detail` is the product's own message.
       */
      expected: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
    }),
  ),
});
export type InvalidField = Type.Static<typeof InvalidFields>['errors'][number];

const SERVICE = 'A service that this application depends on';
const AGAIN = 'Please try again.';
const SOON = 'Please try again in a moment.';

/** Errors that any call can return. Where only the status of an error is known, as in nginx, the first code with this status applies. */
export const platformErrors = defineErrors({
  'bad-request': {
    ...entry(400, 'Bad request', 'The request could not be understood.'),
    extensions: Type.Partial(InvalidFields),
  },
  unauthenticated: entry(401, 'Not signed in', 'Please sign in first.'),
  forbidden: entry(403, 'Forbidden', 'You may not do this.'),
  'cross-site-request': entry(
    403,
    'Cross-site request rejected',
    'The request did not come from a page of this application.',
  ),
  'not-found': entry(404, 'Not found', 'There is nothing at this address.'),
  'method-not-allowed': entry(405, 'Method not allowed', 'This address does not support that method.'),
  'request-timeout': entry(408, 'Request timeout', 'The request took too long to arrive.'),
  'content-too-large': entry(413, 'Body too large', 'The request is larger than allowed.'),
  'uri-too-long': entry(414, 'Address too long', 'The address is longer than allowed.'),
  'transition-not-allowed': {
    ...entry(409, 'Transition not allowed', 'That is not possible in the current state.'),
    extensions: Type.Object({ state: Type.String(), event: Type.String() }),
  },
  'other-user': entry(409, 'Another user', 'Another user has signed in meanwhile. Nothing was done.'),
  'unsupported-media-type': entry(
    415,
    'Unsupported media type',
    'This call does not accept that type of content.',
  ),
  'unprocessable-content': {
    ...entry(422, 'Invalid content', 'Some of the input is invalid.'),
    extensions: Type.Partial(InvalidFields),
  },
  'too-many-requests': entry(429, 'Too many requests', 'Please wait a moment and try again.'),
  'request-header-fields-too-large': entry(
    431,
    'Headers too large',
    'The headers of the request are larger than allowed.',
  ),
  internal: entry(500, 'Internal error', 'Something went wrong on our side.'),
  'not-implemented': entry(501, 'Not implemented', 'This is not available yet.'),
  'bad-gateway': entry(502, 'Bad gateway', `${SERVICE} did not respond properly. ${AGAIN}`),
  unavailable: entry(503, 'Unavailable', 'The service is not available at the moment. Please try again.'),
  'deadline-exceeded': entry(504, 'Deadline exceeded', 'This took too long. Please try again.'),
  'upstream-unreachable': entry(502, 'Upstream unreachable', `${SERVICE} cannot be reached. ${AGAIN}`),
  'upstream-error': entry(502, 'Upstream error', `${SERVICE} returned an error.`),
  'upstream-invalid-response': entry(
    502,
    'Invalid upstream response',
    `${SERVICE} sent an invalid response.`,
  ),
  'upstream-circuit-open': entry(503, 'Upstream unavailable', `${SERVICE} is not working properly. ${SOON}`),
  'upstream-overloaded': entry(503, 'Upstream overloaded', `Too many requests at once. ${SOON}`),
  'upstream-timeout': entry(504, 'Upstream timeout', `${SERVICE} took too long. ${AGAIN}`),
});

export type PlatformCode = keyof typeof platformErrors;

/** First code of each status. */
export const codeByStatus: ReadonlyMap<number, PlatformCode> = new Map(
  (Object.keys(platformErrors) as PlatformCode[])
    .toReversed()
    .map((code): [number, PlatformCode] => [platformErrors[code].status, code]),
);
