import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { API_PATH } from '#platform/contract/api-path.ts';

/**
 * Pattern of a path that percent-encodes an unreserved character (RFC 3986, section 2.3) in a segment of the API path. A router would decode the
 * character, but a string comparison would not recognize the API path.
 */
const HIDDEN_API_PATH = `^(?:https?://[^/?]*)?(?:/+[^/]+){0,${API_PATH.split('/').length - 2}}/+[^/]*%(?:2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])`;

/**
 * Pattern of rejected paths. They contain a dot segment (RFC 3986, section 3.3; plain or percent-encoded), two dots right after the base path, `%00`,
 * or a hidden API path.
 */
export const REJECTED_PATH_PATTERN = `(?:^|[/\\\\]|%2f|%5c)(?:\\.|%2e){1,2}(?:[/\\\\?]|%2f|%5c|$)|^${BASE_PATH}(?:\\.|%2e){2}|%00|${HIDDEN_API_PATH}`;

/** True if a canonical URL, with or without a query, is beneath the API path. */
export const isBeneathApi = (url: string): boolean =>
  url.startsWith(API_PATH) && ['', '/', '?'].includes(url.charAt(API_PATH.length));

export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
