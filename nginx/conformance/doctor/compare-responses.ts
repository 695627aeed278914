import { digestOf, HEAD_BYTES } from '@web/bff/edge/diagnostics';
import { header } from '../checks.ts';
import { decode, type TargetResponse } from '../request.ts';
import type { Difference } from './check.ts';
import { firstChange } from './first-change.ts';
import { kindInPlace } from './in-place.ts';
import { isFromApplication, summary } from './recognise.ts';

/** A response as the application sends it. */
export interface Expected {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly coding?: string;
  readonly bytes: number;
  readonly digest: string;
  /** The digest without the coding, where it has one. */
  readonly decoded?: string | undefined;
  /** The digest of the first bytes. */
  readonly head: string;
  /** The bytes, where they are known. */
  readonly body?: Buffer;
}

/** Fields that change what browsers do, and that no hop may add. */
const NEVER_ADDED = [
  'access-control-allow-credentials',
  'access-control-allow-origin',
  'clear-site-data',
  'content-disposition',
  'content-language',
  'content-range',
  'content-security-policy-report-only',
  'cross-origin-embedder-policy',
  'etag',
  'expires',
  'location',
  'refresh',
  'service-worker-allowed',
  'sourcemap',
  'www-authenticate',
  'x-robots-tag',
];

/** Fields of which a hop may add one for itself. */
const OF_SEVERAL = ['link', 'reporting-endpoints', 'server-timing', 'set-cookie'];

/** Without what may differ: case, the space after a separator, and the order of a list. */
const normal = (value: string) =>
  value
    .toLowerCase()
    .split(/[,;]\s*/)
    .toSorted()
    .join(';');

/** A redirect may come with the origin that was requested. */
const withoutOrigin = (field: string, value: string, { request }: TargetResponse) => {
  const { origin } = new URL(request.slice(request.indexOf(' ') + 1));
  return field === 'location' && value.startsWith(`${origin}/`) ? value.slice(origin.length) : value;
};

/** Every header field that came otherwise than it was expected. */
export function compareHeaders(headers: Expected['headers'], came: TargetResponse): Difference[] {
  const wanted = Object.entries(headers).flatMap(([field, values]) =>
    [values].flat().map((value) => [field, value] as const),
  );
  const differing = wanted.flatMap(([field, value]): Difference[] => {
    const lines = (came.headers[field] ?? []).map((line) => withoutOrigin(field, line, came));
    const quote = `${came.request}: ${field}: ${value}`;
    if (lines.length === 0) return [{ kind: 'response-field-removed', field, quote: `${quote} is missing` }];
    if (normal(lines.join(', ')) === normal(value)) return [];
    if (lines.length > 1 && !OF_SEVERAL.includes(field))
      return [{ kind: 'response-field-doubled', field, quote: `${quote} came as ${lines.join(' and ')}` }];
    if (lines.some((line) => normal(line) === normal(value))) return [];
    // Each cookie has a line of its own.
    if (field === 'set-cookie' && lines.every((line) => line.split('=', 1)[0] !== value.split('=', 1)[0]))
      return [
        { kind: 'response-field-removed', field, quote: `${quote} is missing; ${lines.join(' and ')} came` },
      ];
    return [{ kind: 'response-field-changed', field, quote: `${quote} came as ${lines.join(' and ')}` }];
  });
  const added = NEVER_ADDED.filter((field) => !(field in headers) && field in came.headers);
  const doubled = ['strict-transport-security', 'x-request-id', 'content-type'].filter(
    (field) => (came.headers[field]?.length ?? 0) > 1,
  );
  return [
    ...differing,
    ...added.map((field) => ({
      kind: 'response-field-added' as const,
      field,
      quote: `${came.request} has ${field}: ${header(came, field)}`,
    })),
    ...doubled.map((field) => ({
      kind: 'response-field-doubled' as const,
      field,
      quote: `${came.request} has ${field} as ${came.headers[field]?.join(' and ')}`,
    })),
  ];
}

function compareBody(
  { coding = 'identity', bytes, digest, decoded, head, body }: Expected,
  came: TargetResponse,
): Difference[] {
  const cameCoding = header(came, 'content-encoding') ?? 'identity';
  if (cameCoding !== coding)
    return [{ kind: 'compressed', quote: `${came.request}: sent as ${coding}, came as ${cameCoding}` }];
  if (digestOf(came.body) === digest) return [];
  const unpacked = coding === 'identity' ? undefined : decode(came.body, coding);
  if (unpacked && digestOf(unpacked) === decoded)
    return [{ kind: 'compressed', quote: `${came.request}: compressed again, with ${coding}` }];
  const isCut = came.body.length < bytes && digestOf(came.body.subarray(0, HEAD_BYTES)) === head;
  const what = coding === 'identity' || unpacked ? '' : `, which are no ${coding}`;
  const quote = `${came.request}: ${bytes} bytes were sent, ${came.body.length} came${what}`;
  if (isCut) return [{ kind: 'response-body-cut', quote }];
  return [{ kind: 'response-body-changed', quote: quote + (body ? firstChange(body, came.body) : '') }];
}

/** Whether browsers notice where a response is cut (RFC 9112, section 8). */
export function compareFraming(came: TargetResponse): Difference[] {
  if (['content-length', 'transfer-encoding'].some((name) => came.headers[name]?.length)) return [];
  const quote = `${came.request}: neither Content-Length nor chunks, so that nobody notices where it is cut`;
  return [{ kind: 'response-body-cut', quote }];
}

/** What differs of a response; one that another server sent is one difference. */
export function compareResponse(expected: Expected, came: TargetResponse): Difference[] {
  if (!isFromApplication(came) || came.status !== expected.status) {
    // Something else is there, where the application has what was asked for.
    const isElsewhere = !isFromApplication(came) && expected.status < 400 && came.status < 500;
    const quote = `${summary(came)}, for a ${expected.status} of the application`;
    // The application has it, and was asked for something else.
    if (isFromApplication(came) && came.status === 404 && expected.status === 200)
      return [{ kind: 'path-changed', quote }];
    return [{ kind: isElsewhere ? kindInPlace(came) : 'response-replaced', quote }];
  }
  return [...compareBody(expected, came), ...compareHeaders(expected.headers, came), ...compareFraming(came)];
}
