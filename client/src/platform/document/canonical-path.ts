/**
 * The canonical form of a path: single slashes, none at the end of a screen, one at the end of the base path (behind a stripping ingress
 * no server can tell the two apart), and the base path instead of `index.html`.
 */
export function canonicalPath(path: string, basePath: string): string {
  const collapsed = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return collapsed === basePath || collapsed === `${basePath}/index.html` ? `${basePath}/` : collapsed;
}
