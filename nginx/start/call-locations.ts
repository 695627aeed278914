import { API_PATH, limits } from '@web/bff/contract/constants';
import type { Call, Calls } from '@web/bff/contract/kit/call';

interface Own {
  readonly path: string;
  readonly bodyBytes: number;
  readonly readMs: number;
}

/**
 * The locations of the calls that need more than nginx allows all calls: a larger body, or more time for the response. One path has one location,
 * whatever its methods: the BFF has each call's exact limits.
 */
export function callLocations(calls: Calls): string {
  const byPath = Object.groupBy(Object.entries<Call>(calls), ([key]) => key.replace(/^\w+ /, ''));
  return Object.entries(byPath)
    .map(([path, entries = []]) => ({
      path,
      bodyBytes: Math.max(limits.BODY_BYTES, ...entries.map(([, { bodyBytes = 0 }]) => bodyBytes)),
      // Later than the BFF, which says more about a call that takes too long.
      readMs: Math.max(
        limits.STREAM_SILENCE_MS,
        ...entries.map(([, { deadlineMs = 0 }]) => deadlineMs + limits.CALL_MS),
      ),
    }))
    .filter(({ bodyBytes, readMs }) => bodyBytes > limits.BODY_BYTES || readMs > limits.STREAM_SILENCE_MS)
    .toSorted(byPrecision)
    .map(locationOf)
    .join('\n');
}

/** nginx takes the first that matches: more segments first, because a parameter can contain a slash, and a fixed segment before a parameter. */
function byPrecision(one: Own, other: Own): number {
  const [ones, others] = [one, other].map(({ path }) => path.replaceAll(/:\w+/g, '~').split('/'));
  return (others?.length ?? 0) - (ones?.length ?? 0) || (String(ones) < String(others) ? -1 : 1);
}

/** nginx matches the decoded path, in which `%2F` within a parameter is a slash. */
function locationOf({ path, bodyBytes, readMs }: Own): string {
  const literal = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return [
    `    location ~ "^${API_PATH}${literal.replaceAll(/:\w+/g, '.+')}$" {`,
    `      client_max_body_size ${bodyBytes};`,
    `      proxy_read_timeout ${readMs}ms;`,
    '      proxy_pass http://bff$bff_uri;',
    '    }',
  ].join('\n');
}
