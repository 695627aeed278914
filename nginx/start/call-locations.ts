import { BASE_PATH } from '@web/bff/contract/constants';
import { API_PATH } from '@web/bff/contract/kit/api-path';
import { limits } from '@web/bff/contract/kit/limits';
import type { Call, Calls } from '@web/bff/contract/kit/call';
import { isMarked } from '@web/bff/contract/kit/content';
import type { SessionSchema } from '@web/bff/contract/kit/session/define-session';
import { SESSION_PATH, SESSION_SCREEN } from '@web/bff/contract/kit/session/session-state';

/** How much later than the BFF nginx ends a call that takes too long: the BFF says more about it. */
const LATER_MS = 1_000;

/** For the response to a call without a deadline of its own, in milliseconds. */
export const READ_MS = limits.CALL_MS + LATER_MS;

/** A location for paths, which nginx matches decoded; its directives, and that it passes the call on. */
const location = (pattern: string, ...directives: string[]) => {
  const lines = [...directives, 'proxy_pass http://bff$bff_uri;'].map((line) => `      ${line}\n`);
  return `    location ~ "^${pattern}$" {\n${lines.join('')}    }`;
};

/**
 * The locations of the calls that need more than nginx allows all calls: a larger body, more time for the response, or a stream. One path has one location,
 * whatever its methods: the BFF has each call's exact limits.
 */
export function callLocations(calls: Calls): string {
  const byPath = Object.groupBy(Object.entries<Call>(calls), ([key]) => key.replace(/^\w+ /, ''));
  return Object.entries(byPath)
    .toSorted(byPrecision)
    .map(([path, entries = []]) => {
      const bodyBytes = Math.max(limits.BODY_BYTES, ...entries.map(([, call]) => call.bodyBytes ?? 0));
      const readMs = Math.max(READ_MS, ...entries.map(([, call]) => readMsOf(call)));
      const isTransfer = bodyBytes > limits.BODY_BYTES || entries.some(([, call]) => sends(call, 'bytes'));
      const sendsEvents = entries.some(([, call]) => sends(call, 'events'));
      if (!isTransfer && readMs === READ_MS) return '';
      // In a decoded path `%2F` within a parameter is a slash.
      const literal = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      return location(
        API_PATH + literal.replaceAll(/:\w+/g, '.+'),
        isTransfer
          ? 'include buffered-transfer.conf;'
          : `set $buffered_as ${sendsEvents ? '$call_unless_events' : '$call'};`,
        // Another call may match: in a decoded path its parameter ends like this path. It is not counted, so it gets no file.
        ...(sendsEvents && !isTransfer ? ['proxy_max_temp_file_size 0;'] : []),
        `client_max_body_size ${bodyBytes};`,
        `proxy_read_timeout ${readMs}ms;`,
      );
    })
    .filter(Boolean)
    .join('\n');
}

const sends = ({ ok }: Call, kind: 'bytes' | 'events'): boolean =>
  Object.values(ok).some((content) => isMarked(content) && content.kind === kind);

/** Between two parts of a response. */
function readMsOf(call: Call): number {
  const streams = sends(call, 'bytes') || sends(call, 'events');
  return Math.max((call.deadlineMs ?? 0) + LATER_MS, streams ? limits.STREAM_SILENCE_MS : 0);
}

/** The largest body of any call, in bytes. */
export const largestBodyBytes = (calls: Calls): number =>
  Math.max(limits.BODY_BYTES, ...Object.values(calls).map(({ bodyBytes = 0 }) => bodyBytes));

/** nginx takes the first that matches: more segments first, because a parameter can contain a slash, and a fixed segment before a parameter. */
function byPrecision([path]: readonly [string, unknown], [otherPath]: readonly [string, unknown]): number {
  const segments = path.replaceAll(/:\w+/g, '~').split('/');
  const others = otherPath.replaceAll(/:\w+/g, '~').split('/');
  return others.length - segments.length || (String(segments) < String(others) ? -1 : 1);
}

/** Where a browser itself goes to sign in gets a screen while the BFF is away, and no JSON: one location among the calls, one of the server. */
export function sessionLocations(session: SessionSchema | null): { ofCalls: string; ofServer: string } {
  if (!session) return { ofCalls: '', ofServer: '' };
  return {
    ofCalls: location(
      `${SESSION_PATH}/(?:sign-in|callback)`,
      'set $buffered_as $call;',
      // Its lines have the query, and so the code of a way back.
      'error_log stderr emerg;',
      'error_page 429 502 503 504 = @sign_in_unavailable;',
    ),
    ofServer: `location @sign_in_unavailable {
    return 303 ${BASE_PATH}${SESSION_SCREEN}?problem=unavailable;
  }`,
  };
}
