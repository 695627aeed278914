/**
 * The path that the browser should show for the one it was given: slashes collapsed, none at a screen's end, the base path with its
 * own (behind a stripping ingress no server can tell the two apart), `index.html` by its one address.
 */
export function canonicalPath(path: string, basePath: string): string {
  const collapsed = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return collapsed === basePath || collapsed === `${basePath}/index.html` ? `${basePath}/` : collapsed;
}
