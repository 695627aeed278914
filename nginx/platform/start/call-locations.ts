import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { API_PATH } from '@web/bff/platform/contract/api-path';
import { limits } from '@web/bff/platform/contract/limits';
import type { Call, Calls } from '@web/bff/platform/contract/call';
import { isNonJson } from '@web/bff/platform/contract/content';
import type { SessionSchema } from '@web/bff/platform/contract/session/define-session';
import { SESSION_PATH, SESSION_SCREEN } from '@web/bff/platform/contract/session/session-state';

/** Extra time in nginx's timeouts, so that the BFF times out first: its error says more. */
const LATER_MS = 1_000;

/** Default `proxy_read_timeout` in milliseconds. */
export const READ_MS = limits.CALL_MS + LATER_MS;

/** Creates a location that proxies calls. nginx matches the decoded path. */
const location = (pattern: string, ...directives: string[]) => {
  const lines = [...directives, 'proxy_pass http://bff$bff_uri;'].map((line) => `      ${line}\n`);
  return `    location ~ "^${pattern}$" {\n${lines.join('')}    }`;
};

/**
 * Creates locations for calls with a stream, or with a larger body or a longer deadline than the default. A path has one location for all its
 * methods; the BFF enforces the exact limits of each call.
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
      const literal = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      return location(
        // A parameter may contain a decoded slash.
        API_PATH + literal.replaceAll(/:\w+/g, '.+'),
        isTransfer
          ? 'include buffered-transfer.conf;'
          : `set $buffered_as ${sendsEvents ? '$call_unless_events' : '$call'};`,
        // Disables buffer files, because `$call_unless_events` exempts reads from the limits on buffer files. Event streams do not need the files.
        // Other reads match this location only if a parameter contains a slash.
        ...(sendsEvents && !isTransfer ? ['proxy_max_temp_file_size 0;'] : []),
        `client_max_body_size ${bodyBytes};`,
        `proxy_read_timeout ${readMs}ms;`,
      );
    })
    .filter(Boolean)
    .join('\n');
}

const sends = ({ responses }: Call, kind: 'bytes' | 'events'): boolean =>
  Object.values(responses).some((content) => isNonJson(content) && content.kind === kind);

/** Returns the `proxy_read_timeout` that a call needs: the longest pause in the BFF's response, in milliseconds. */
function readMsOf(call: Call): number {
  const streams = sends(call, 'bytes') || sends(call, 'events');
  return Math.max((call.deadlineMs ?? 0) + LATER_MS, streams ? limits.STREAM_SILENCE_MS : 0);
}

export const largestBodyBytes = (calls: Calls): number =>
  Math.max(limits.BODY_BYTES, ...Object.values(calls).map(({ bodyBytes = 0 }) => bodyBytes));

/**
 * Sorts paths, because nginx uses the first match. Paths with more segments come first, because a parameter can contain a slash. Among paths with
 * equally many segments, literals come before parameters.
 */
function byPrecision([path]: readonly [string, unknown], [otherPath]: readonly [string, unknown]): number {
  const segments = path.replaceAll(/:\w+/g, '~').split('/');
  const others = otherPath.replaceAll(/:\w+/g, '~').split('/');
  return others.length - segments.length || (String(segments) < String(others) ? -1 : 1);
}

/** Creates locations that redirect sign-in navigations to a screen while the BFF is unavailable, instead of returning JSON. */
export function sessionLocations(session: SessionSchema | null): { ofCalls: string; ofServer: string } {
  if (!session) return { ofCalls: '', ofServer: '' };
  return {
    ofCalls: location(
      `${SESSION_PATH}/(?:sign-in|callback)`,
      'set $buffered_as $call;',
      // Error log lines would contain the authorization code.
      'error_log stderr emerg;',
      'error_page 429 502 503 504 = @sign_in_unavailable;',
    ),
    ofServer: `location @sign_in_unavailable {
    return 303 ${BASE_PATH}${SESSION_SCREEN}?problem=unavailable;
  }`,
  };
}
