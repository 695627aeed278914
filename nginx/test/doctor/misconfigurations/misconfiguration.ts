import type { Kind, Proxy } from '../../ingress/proxies.ts';
import type { Edit } from '../../ingress/start-proxy.ts';

interface Options {
  /** nginx unless given. */
  readonly proxy?: Proxy;
  /** How the ingress is configured: it keeps the prefix unless given. */
  readonly kind?: Kind;
  /** How the application is configured: for the ingress's kind unless given. */
  readonly configuredFor?: Kind;
  /** Otherwise than a good one. */
  readonly certificate?: 'ending' | 'untrusted';
  /** Plain HTTP, at an address that browsers do not treat as this machine's own. */
  readonly plain?: true;
  /** No application listens. */
  readonly down?: true;
}

export interface Misconfiguration extends Options {
  readonly title: string;
  readonly finds: readonly string[];
  readonly edits: readonly Edit[];
}

/** One edit, or several, with what else differs from the examples. */
type Change = Edit | readonly Edit[] | readonly [Options, ...Edit[]];

/** By what the doctor finds, separated by `; `, and by title. */
type Listed = Readonly<Record<string, Readonly<Record<string, Change>>>>;

const isEdit = (value: Change | Options | Edit): value is Edit =>
  Array.isArray(value) && typeof value[1] === 'string';

export function listed(all: Listed): Misconfiguration[] {
  return Object.entries(all).flatMap(([finds, titles]) =>
    Object.entries(titles).map(([title, change]) => {
      const edits = (isEdit(change) ? [change] : change.filter(isEdit)) as Edit[];
      const options = (isEdit(change) ? undefined : change.find((item) => !isEdit(item))) as
        | Options
        | undefined;
      return { title, finds: finds.split('; '), edits, ...options };
    }),
  );
}

export const before = (text: string, more: string): Edit => [text, `${more}\n${text}`];
/** A directive at the level of the example's own settings. */
export const directive = (text: string): Edit => before('# WebSocket.', text);
export const location = (path: string, more: string): Edit =>
  before('location = /web {', `location ${path} { proxy_pass http://web; ${more} }`);
export const haproxyRule = (rule: string): Edit =>
  before('# Another application', `http-request ${rule}\n  `);
export const haproxy = { proxy: 'haproxy' } as const;
export const apache = { proxy: 'apache' } as const;
export const caddy = { proxy: 'caddy' } as const;
export const stripping = { kind: 'stripping' } as const;
export const stripsUntold = { kind: 'stripping', configuredFor: 'preserving' } as const;

/** Directives for HAProxy's responses, Caddy's reverse proxy and Apache's virtual host. */
export const haproxyResponse = (rule: string): Edit =>
  before('# Another application', `http-response ${rule}\n  `);
export const caddyProxy = (text: string): Edit => ['transport http {', `${text}\n\t\t\ttransport http {`];
export const caddySite = (text: string): Edit => ['handle @web {', `handle @web {\n\t\t${text}`];
export const apacheHost = (text: string): Edit => before('# The host with its port', `${text}\n  `);
