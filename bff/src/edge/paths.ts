import { API_PATH, BASE_PATH } from '#contract/constants.ts';

/** Matches a path with a dot segment (RFC 3986, section 3.3), with two dots after the base path, or with a NUL; also percent-encoded. */
export const TRAVERSAL_PATTERN = `(?:^|[/\\\\]|%2f|%5c)(?:\\.|%2e){1,2}(?:[/\\\\?]|%2f|%5c|$)|^${BASE_PATH}(?:\\.|%2e){2}|%00`;

/** Whether a canonical URL, with or without a query, is beneath the API path. */
export const isBeneathApi = (url: string): boolean =>
  url.startsWith(API_PATH) && ['', '/', '?'].includes(url.charAt(API_PATH.length));

/** A URL without its query. */
export function pathOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
}
