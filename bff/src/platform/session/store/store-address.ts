/** Where the session store is, as `SESSION_STORE` says. */
export interface StoreAddress {
  /** One server, the primary that sentinels name, or a cluster. */
  readonly kind: 'server' | 'sentinel' | 'cluster';
  /** The server, sentinels, or some nodes of the cluster; the others are discovered. */
  readonly nodes: readonly Node[];
  /** The name that the sentinels have for the primary. */
  readonly name: string;
  /** The number of the database of one server. */
  readonly database: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly isTls: boolean;
}

interface Node {
  readonly host: string;
  readonly port: number;
}

const ADDRESS =
  /^redis(?<tls>s)?(?:\+(?<kind>cluster|sentinel))?:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<nodes>[^@/?#]+)(?:\/(?<path>[\w.-]*))?$/;
const PORTS = { server: 6379, sentinel: 26379, cluster: 6379 };

/** Reads an address; undefined for one that is none. URL.parse does not take several hosts. */
export function parseStoreAddress(text: string): StoreAddress | undefined {
  const { tls, kind = 'server', user, password, nodes = '', path = '' } = ADDRESS.exec(text)?.groups ?? {};
  const address = {
    kind: kind as StoreAddress['kind'],
    nodes: nodes.split(',').flatMap((node) => parseNode(node, PORTS[kind as StoreAddress['kind']])),
    name: kind === 'sentinel' ? path : '',
    database: kind === 'server' ? Number(path) : 0,
    user: decode(user),
    password: decode(password),
    isTls: tls !== undefined,
  };
  const hasPath = { server: /^\d*$/, sentinel: /./, cluster: /^$/ }[address.kind].test(path);
  const isOne = kind !== 'server' || address.nodes.length === 1;
  const isWhole = address.nodes.length === nodes.split(',').length && address.user !== null;
  return hasPath && isOne && isWhole && address.password !== null ? (address as StoreAddress) : undefined;
}

function parseNode(text: string, port: number): Node[] {
  const url = URL.parse(`redis://${text}`);
  const host = url?.hostname.replaceAll(/[[\]]/g, '');
  return host ? [{ host, port: Number(url?.port || port) }] : [];
}

/** Null for what is not percent-encoded. */
function decode(text = ''): string | undefined | null {
  try {
    return decodeURIComponent(text) || undefined;
  } catch {
    return null;
  }
}
