import { Agent, request as send } from 'node:http';
import { withServers } from './open-server.ts';

const BYTES = 1_048_576;
/** What a request line and header fields leave room for. */
const FIELD_BYTES = 14_500;
/** What a request may cost. A reply: above the size of the request. The heap: all that is allocated, also what is dropped at once. */
const MOST = { ms: 100, replyBytes: 16_384, heapBytes: 32 * 1_048_576 };

interface Request {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const repeat = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
const list = (item: string, bytes: number) => `[${repeat(`${item},`, bytes - item.length - 8)}${item}]`;
const numbered = (make: (index: number) => string, bytes: number, separator = ',') =>
  Array.from({ length: bytes / (make(99_999).length + 1) }, (_, index) => make(index)).join(separator);
const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);

const items =
  '0 {} [] "" null "a" {"a":1} {"id":0,"name":"a"} {"from":2,"to":1} 1e9 [[]] "\\u0000" {"kind":"kind19","a":"","b":"","c":"","d":""} {"name":"","children":[]}'.split(
    ' ',
  );
const texts = ['a', ' ', 'a ', 'a-', ':', '@', '%', '\\u0001', '~', '\\ud83d\\ude00', 'é', '0', '::', '/'];

/** JSON texts of about so many bytes. */
const values = (bytes: number): Record<string, string> => ({
  ...Object.fromEntries(items.map((item) => [`[${item}, …]`, list(item, bytes)])),
  ...Object.fromEntries(texts.map((part) => [`"${part}…"`, `"${repeat(part, bytes - 64)}"`])),
  ...Object.fromEntries(['a', 'a ', ':'].map((part) => [`"${part}…!"`, `"${repeat(part, bytes - 64)}!"`])),
  'texts of 2 kB': list(`"http://a/${repeat(':a', 2_000)}!"`, bytes),
  'distinct rows': `[${numbered((index) => `{"id":${index},"name":""}`, bytes)}]`,
  'distinct lists': `[${numbered((index) => `[${index}]`, bytes)}]`,
  members: `{${numbered((index) => `"a${index}":{}`, bytes)}}`,
  'members ~': `{${numbered((index) => `"${'~'.repeat(200)}${index}":0`, bytes)}}`,
  'one member ~': `{"${'~'.repeat(bytes - 100)}":0}`,
  'nested lists': nested('[', ']', bytes / 2),
  'nested lists, 30 deep': list(nested('[', ']', 30), bytes),
  'nested trees': nested('{"name":"","children":[', ']}', bytes / 25),
  'nested trees, 25 deep': nested('{"name":0,"children":[', ']}', 25),
  'a number': `1${repeat('0', bytes - 64)}.1`,
  'a prototype at the end': `[${repeat('{},', bytes / 40)}{"__proto__":1}]`,
});

const json = { 'content-type': 'application/json', 'x-requested-by': 'bench' };
const post = (what: string, path: string, body: string, headers: Request['headers'] = json): Request => ({
  what,
  method: 'POST',
  path,
  headers,
  body,
});

function* jsonRequests(shapes: readonly string[]): Generator<Request> {
  for (const bytes of [BYTES - 16, 60_000, 8_000])
    for (const [what, value] of Object.entries(values(bytes))) {
      for (const shape of shapes) yield post(`${shape} ${what}`, `/shape/${shape}`, `{"x":${value}}`);
      yield post(`whole ${what}`, '/shape/tags', value);
      yield post(`broken ${what}`, '/shape/tags', `${value.slice(0, -1)},x]`);
      yield post(`unknown call ${what}`, '/nope', value);
      yield post(`report ${what}`, '/client-reports', value);
    }
}

const queries = 'a=1& tag=1& & = %01=1& a[]=1& slug=a& ~=& %7e& + tag='.split(' ');
const fields =
  'cookie accept-encoding accept-language x-forwarded-for x-forwarded-host x-forwarded-proto traceparent x-request-id if-none-match content-type authorization user-agent x-session forwarded range'.split(
    ' ',
  );
const fieldParts = [
  ';',
  ',',
  ' ',
  'a',
  'a=b;',
  'de;q=0.1,',
  '127.0.0.1,',
  '::1,',
  'gzip;q=0,',
  '"',
  'a,',
  'web-session=a; ',
];

function* queryAndFieldRequests(): Generator<Request> {
  const get = { method: 'GET', path: '/query' };
  for (const part of queries) {
    yield { ...get, what: `query ${part}…`, path: `/query?${repeat(part, FIELD_BYTES)}` };
    const path = `/query?slug=${repeat('a', 8_000)}!&${repeat(part, 6_000)}`;
    yield { ...get, what: `query ${part}…!`, path };
  }
  const distinct = numbered((index) => `a${index}=1`, FIELD_BYTES, '&');
  yield { ...get, what: 'query, distinct', path: `/query?${distinct}` };
  for (const name of fields)
    for (const part of fieldParts)
      yield {
        ...get,
        what: `${name}: ${part}…`,
        headers: { [name]: repeat(part, FIELD_BYTES).trim() || 'x' },
      };
}

const part = (head: string, content = 'x') =>
  `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

function* formRequests(): Generator<Request> {
  const forms = {
    'fields of one name': repeat(part('name="tag"'), BYTES - 64),
    'fields of other names': numbered((index) => part(`name="a${index}"`, ''), BYTES - 20_000, ''),
    'a field': part('name="tag"', repeat('x', BYTES - 200)),
    files: repeat(part('name="file"; filename="a"'), BYTES - 64),
    'a file name': part(`name="file"; filename="${repeat('\u0001', 70_000)}"\r\ncontent-type: image/png`),
    'a media type': part(`name="file"; filename="a"\r\ncontent-type: ${repeat('\u0001', 15_000)}`),
    'a field name': part(`name="${repeat('~', 15_000)}"`),
    dashes: repeat('--b\r\n', BYTES - 64),
    'almost boundaries': repeat('\r\n--', BYTES - 64),
    'header lines': `--b\r\n${repeat('a: b\r\n', BYTES - 200)}\r\n`,
  };
  const multipart = { ...json, 'content-type': 'multipart/form-data; boundary=b' };
  for (const [what, body] of Object.entries(forms))
    yield post(`form ${what}`, '/form', `${body}--b--\r\n`, multipart);
  const urlencoded = { ...json, 'content-type': 'application/x-www-form-urlencoded' };
  for (const fragment of ['a&', 'a=b&', '%', '%01'])
    yield post(`urlencoded ${fragment}…`, '/shape/tags', repeat(fragment, BYTES - 16), urlencoded);
}

interface Cost {
  readonly what: string;
  readonly status: number;
  readonly ms: number;
  readonly replyBytes: number;
  readonly heapBytes: number;
}

/** Searches for requests that hold the event loop, get a long reply or fill the heap. Prints the worst of each kind; exits with 1 if one is too much. */
export const benchShapes = (): Promise<void> =>
  withServers(async (open) => {
    const { origin } = await open('shapes', { NODE_OPTIONS: '--expose-gc --max-semi-space-size=64' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = ({ method, path, headers = {}, body }: Omit<Request, 'what'>) =>
      new Promise<{ text: string; status: number }>((resolve) => {
        const outgoing = send(`${origin}/web/api${path}`, { method, headers, agent }, (answer) => {
          let text = '';
          answer.on('data', (chunk) => (text += String(chunk)));
          answer.on('close', () => resolve({ text, status: answer.statusCode ?? 0 }));
        });
        outgoing.on('error', ({ message }) => resolve({ text: message, status: 0 })).end(body);
      });
    const costOf = async (request: Request): Promise<Cost> => {
      await ask({ method: 'GET', path: '/begin' });
      const { text, status } = await ask(request);
      const cost = JSON.parse((await ask({ method: 'GET', path: '/cost' })).text) as Pick<
        Cost,
        'ms' | 'heapBytes'
      >;
      const sentBytes = request.body?.length ?? request.path.length;
      return { ...cost, what: request.what, status, replyBytes: Buffer.byteLength(text) - sentBytes };
    };
    const shapes = JSON.parse((await ask({ method: 'GET', path: '/shapes' })).text) as string[];
    const found: Cost[] = [];
    for (const request of [...jsonRequests(shapes), ...queryAndFieldRequests(), ...formRequests()]) {
      // The first time compiles the schema.
      await costOf(request);
      found.push(await costOf(request));
    }
    agent.destroy();
    console.log(`\n${found.length} requests of hostile shapes, the worst of each kind`);
    for (const [kind, most] of Object.entries(MOST) as [keyof typeof MOST, number][]) {
      const worst = found.toSorted((first, second) => second[kind] - first[kind]);
      const tooMuch = worst.filter((cost) => cost[kind] > most).length;
      console.log(`  ${kind}: at most ${most}; ${tooMuch} too much`);
      for (const cost of worst.slice(0, Math.max(5, tooMuch)))
        console.log(`    ${Math.round(cost[kind])}  ${cost.status}  ${cost.what}`);
      if (tooMuch > 0) process.exitCode = 1;
    }
  });
