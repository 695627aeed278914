/**
 * Canonicalizes a path: single slashes, no trailing slash except after the base path, and no `index.html`. Runs in the browser, because a server
 * behind an ingress that strips the base path does not see the original path.
 */
export function canonicalPath(path: string, basePath: string): string {
  const collapsed = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return collapsed === basePath || collapsed === `${basePath}/index.html` ? `${basePath}/` : collapsed;
}
