interface Setting {
  /** Pattern of a valid value, in the syntax that JavaScript and `grep -E` share. */
  readonly pattern: string;
  /** Value if unset. Without a default, the setting stays unset. */
  readonly default?: string;
  /** Description of a valid value, for the error "expected …". */
  readonly expected: string;
}

const OCTET = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IPV4 = String.raw`${OCTET}(\.${OCTET}){3}`;
const GROUP = '[0-9A-Fa-f]{1,4}';
const IPV6 = [
  `(${GROUP}:){7}${GROUP}`,
  `(${GROUP}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((after) => `(${GROUP}:){1,${7 - after}}(:${GROUP}){1,${after}}`),
  `:((:${GROUP}){1,7}|:)`,
  `::([Ff]{4}:)?${IPV4}`,
].join('|');
const RANGE = `(${IPV4}(/([0-9]|[12][0-9]|3[0-2]))?|(${IPV6})(/([0-9]|[1-9][0-9]|1[01][0-9]|12[0-8]))?)?`;

const HOST = String.raw`\*|(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+|[a-z][a-z0-9+.-]*://(\*\.)?[A-Za-z0-9.-]+`;
const SOURCE = String.raw`('self'|[a-z][a-z0-9+.-]*:|(${HOST})(:([0-9]+|\*))?(/[A-Za-z0-9._~%/-]*)?)`;

export const CSP_SOURCE = new RegExp(`^${SOURCE}$`);

/** Serialized source list (CSP Level 3, section 2.3.1). */
const cspSources = {
  pattern: `^('none'|${SOURCE}( ${SOURCE})*)$`,
  expected: `'none', or sources separated by single spaces, such as 'self' https://example.org`,
};

const header = {
  pattern: '^[A-Za-z][A-Za-z0-9-]*$',
  expected: 'the name of a header, such as X-Forwarded-User',
};

/** Settings that nginx and the BFF both read. */
export const sharedSettings = {
  INGRESS_STRIPS_PREFIX: { pattern: '^(true|false)$', default: 'false', expected: 'true or false' },
  TRUSTED_PROXIES: {
    pattern: `^ *${RANGE} *(, *${RANGE} *)*$`,
    default: '127.0.0.0/8,::1/128',
    expected: 'addresses or CIDR ranges separated by commas, such as 10.0.0.0/8,::1/128',
  },
  INGRESS_USER_HEADER: header,
  INGRESS_GROUPS_HEADER: header,
  FRAME_ANCESTORS: { ...cspSources, default: "'none'" },
  CONNECT_SRC: { ...cspSources, default: "'self'" },
  HSTS_SECONDS: { pattern: '^[0-9]{1,10}$', expected: 'whole seconds, such as 31536000' },
  DRAIN_DELAY_SECONDS: { pattern: '^[0-9]{1,3}$', default: '0', expected: 'whole seconds, such as 5' },
} as const satisfies Readonly<Record<string, Setting>>;

type Shared = typeof sharedSettings;

export type SharedValues = {
  readonly [Name in keyof Shared]: Shared[Name] extends { default: string } ? string : string | undefined;
};
