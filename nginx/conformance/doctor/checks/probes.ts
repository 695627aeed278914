import { words } from '../../checks.ts';
import type { RequestOptions } from '../../request.ts';
import type { Kind } from '../advice.ts';
import { phrases, texts } from './texts.ts';

/** A request, and what is special about it. */
export interface Probe extends RequestOptions {
  /** What follows the path of the echo. */
  readonly suffix?: string;
  /** Fields that every hop may change. */
  readonly hopFields?: Readonly<Record<string, string>>;
  /** What it is where it does not arrive. */
  readonly otherwise: Kind;
  /** What is special about it, for the quote. */
  readonly what: string;
}

/** A probe with one of the parts, or with several at once. */
export interface CombinedProbe {
  readonly parts: readonly string[];
  readonly probeOf: (parts: readonly string[]) => Probe;
}

export const KIB = 1024;
const what = (parts: readonly string[]) => (parts.length === 1 ? `${parts[0]}` : `${parts.length} parts`);
const MANY = 20;
/** What a few parts are where they do not arrive; many that arrive alone are too much together. */
const refused = (parts: readonly string[], kind: Kind): Kind => (parts.length < MANY ? kind : 'header-limit');

const pathOf = (suffix: string): Probe => ({
  suffix,
  // Of files some hops drop cookies.
  headers: { cookie: 'a=b' },
  otherwise: 'path-refused',
  what: `the path ${suffix}`,
});
/** What the values of parameters have, and addresses of products. */
export const segments: CombinedProbe = {
  parts: words(`
    a%2Fb a%20%25 a~b A.b;c=1 %EF%AC%81 %F0%9F%98%80 %C3%A4 a+b%2B a%5Cb $&,:=@ %22%3C%7C%7B .a a. a..b -_ *!'() %5B1%5D %23a%3Fb %26
    admin login users search files static images assets download export upload report docs config test v1.2 0 null ann@example.org
    2026-01-01T10:00:00+01:00 https:%2F%2Fother.example%2F ${'x'.repeat(300)}`),
  probeOf: (parts) => pathOf(`/${parts.join('/')}`),
};
const extensions =
  words(`html htm json csv txt xml pdf zip exe bin php asp jsp cgi bak old log ini conf sql db tar.gz md yml
  png jpg gif svg ico css js mjs map woff2 mp4 docx xlsx`);
export const slashes = ['/a//b', '/a/'].map(pathOf);
/** Paths that look like files. */
export const filePaths = extensions.map((extension) => pathOf(`/a.${extension}`));

const queryOf = (parts: readonly string[]): Probe => ({
  suffix: `?${parts.join('&')}`,
  otherwise: refused(parts, 'query-refused'),
  what: what(parts),
});
/** Each a parameter, or several that belong together. */
export const parameters: CombinedProbe = {
  parts: words(`
    q=1%2F2&r=a+b q=1&q=2 empty= none q=100%2541 r=%E4 q[]=1 r[a]=2 q=a;b a.b=1 c%20d=1 e-f=1 G=1 _=1 q=!$'()*,:@/?
    utm_source=a&gclid=b&fbclid=c next=https%3A%2F%2Fother.example%2F page=1&sort=-a&limit=10 id=1 lang=de debug=true
    callback=a file=a url=a redirect=a token=a.b-c== action=delete cmd=a $a=1 a$=1 raw=https://other.example/a raw=../a raw=/a/b`)
    .concat(texts.map((text, index) => `text${index}=${encodeURIComponent(text)}`))
    // Every character that a form encodes.
    .concat(
      Array.from(`\t\n\r !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`, (character) => {
        const encoded = `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
        return `a${encoded}=${encoded}b`;
      }),
    ),
  probeOf: queryOf,
};

const PREFLIGHT = { origin: 'https://other.example', 'access-control-request-method': 'POST' };
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): Probe => ({
  method,
  suffix: '?q=1',
  ...(method === 'OPTIONS' && { headers: PREFLIGHT }),
  // Some hops drop it.
  ...(method === 'DELETE' && { body: Buffer.from('body') }),
  otherwise: 'method-refused',
  what: method,
}));

/** The header fields of `name: value` parts; several cookies are one field. */
function fieldsOf(parts: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const part of parts) {
    const [name = '', value = ''] = part.split(/: (.*)/);
    headers[name] = name in headers ? `${headers[name]}; ${value}` : value;
  }
  return headers;
}
const fieldsProbe = (text: string, method?: string): CombinedProbe => ({
  parts: phrases(text),
  probeOf: (parts) => ({
    ...(method !== undefined && { method }),
    headers: fieldsOf(parts),
    otherwise: refused(parts, 'field-refused'),
    what: what(parts),
  }),
});
/** Fields that the application, or a product, reads; what a proxy writes is not among them. */
export const fields = [
  fieldsProbe(`
    x-requested-by: web  sec-fetch-site: same-origin  sec-fetch-mode: cors  sec-fetch-dest: empty
    user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36
    accept: application/json  accept-language: de-AT, en;q=0.5  content-type: application/json  authorization: Bearer a.b-c_d
    if-none-match: "a", W/"b"  cache-control: no-cache  last-event-id: 7  idempotency-key: a1  x-csrf-token: a==  x-api-key: a
    x-correlation-id: a  baggage: a=b  save-data: on  dnt: 1  x-product-field: a, "b"; c=d
    cookie: __Secure-web-check=a.b-c_d  cookie: web-other=1%202  cookie: padded=YQ==  cookie: quoted="a"  cookie: quoted="b"
    cookie: _ga=GA1.2.3.4  cookie: json={"a":[1]}  cookie: path=/a|b:c  cookie: a.b=s%3Aa.b  cookie: empty=  cookie: PHPSESSID=a
    cookie: all=!#$%&'()*+-./:<=>?@[]^_{|}~--`),
  fieldsProbe(`
    sec-fetch-site: cross-site  origin: https://other.example  referer: https://other.example/a?b=c  user-agent: curl/8.0
    sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24"  priority: u=1, i  authorization: Basic YTpi
    accept: text/html, application/signed-exchange;v=b3;q=0.7, */*;q=0.8`),
  // A cache answers a GET with it.
  fieldsProbe('if-match: "a"', 'POST'),
];

/** Fields that a company's proxy adds to the requests of its people. */
export const proxyFields: Probe = {
  hopFields: { via: '1.1 proxy.example', 'client-ip': '10.0.0.1', 'proxy-connection': 'keep-alive' },
  otherwise: 'field-refused',
  what: 'via, client-ip, proxy-connection',
};

export const sizes = [1, 2, 4, 8, 14].flatMap((kib): Probe[] => [
  {
    headers: { 'x-large': 'x'.repeat(kib * KIB) },
    otherwise: 'header-limit',
    what: `a field of ${kib} KiB`,
  },
  { suffix: `?x=${'x'.repeat(kib * KIB)}`, otherwise: 'header-limit', what: `a query of ${kib} KiB` },
  {
    headers: { cookie: `a=${'x'.repeat(kib * KIB)}` },
    otherwise: 'header-limit',
    what: `a cookie of ${kib} KiB`,
  },
]);
export const manyFields: Probe = {
  headers: Object.fromEntries(Array.from({ length: 2 * MANY }, (_, at) => [`x-many-${at}`, 'x'])),
  otherwise: 'header-limit',
  what: `${2 * MANY} fields more`,
};
