/** Pattern of the URL's path by kind of store: a database number, nothing, or the name by which sentinels know the primary. */
const paths = { server: /^\/?\d*$/, cluster: /^\/?$/, sentinel: /^\/[\w.-]+$/ };

export type StoreAddress = NonNullable<ReturnType<typeof parseStoreAddress>>;

/**
 * Parses the URL of a server, a cluster or sentinels. Returns undefined if the URL is invalid. Parses each host on its own, because `URL.parse`
 * supports only one.
 */
export function parseStoreAddress(text: string) {
  const form = /^(rediss?(?:\+(cluster|sentinel))?:\/\/(?:[^@/]*@)?)([^@/]+)(\/.*)?$/;
  const [, start = '', kind = 'server', hosts = '', end = ''] = form.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => URL.parse(start + host + end));
  const [url] = urls;
  const isWhole = urls.every((each) => each?.hostname) && (kind !== 'server' || urls.length === 1);
  if (!url || !isWhole || !paths[kind as keyof typeof paths].test(url.pathname)) return undefined;
  if (/[?#]|%(?![\dA-F]{2})/i.test(text)) return undefined;
  const port = kind === 'sentinel' ? 26_379 : 6_379;
  return {
    kind: kind as keyof typeof paths,
    nodes: urls.map((each) => ({
      host: each?.hostname.replaceAll(/[[\]]/g, '') ?? '',
      port: Number(each?.port || port),
    })),
    path: url.pathname.slice(1),
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    isTls: url.protocol.startsWith('rediss'),
  };
}
