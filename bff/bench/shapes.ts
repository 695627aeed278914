import { Agent, request as send } from 'node:http';
import { withServers } from './open-server.ts';

const BYTES = 1_048_576;
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
/** Different each time: numbered. */
const numbered = (make: (index: number) => string, bytes: number) => {
  const parts: string[] = [];
  for (let [index, length] = [0, 0]; length < bytes - 64; index += 1) {
    parts.push(make(index));
    length += (parts.at(-1)?.length ?? 0) + 1;
  }
  return parts.join(',');
};

const items = [
  '0',
  '{}',
  '[]',
  '""',
  'null',
  '"a"',
  '{"a":1}',
  '{"id":0,"name":"a"}',
  '{"from":2,"to":1}',
  '1e9',
  '[[]]',
  '"\\u0000"',
  '{"kind":"kind19"}',
  '{"kind":"kind19","a":"","b":"","c":"","d":""}',
  '{"name":"","children":[]}',
];
const texts = ['a', ' ', 'a ', 'a-', ':', '@', '%', '\\u0001', '~', '\\ud83d\\ude00', 'é', '0', '::', '/'];
const nested = (open: string, close: string, bytes: number, depth = Infinity) => {
  const times = Math.min(depth, Math.floor(bytes / (open.length + close.length)));
  return open.repeat(times) + close.repeat(times);
};

/** JSON texts of about so many bytes. */
const values = (bytes: number): Record<string, string> => ({
  ...Object.fromEntries(items.map((item) => [`[${item}, …]`, list(item, bytes)])),
  ...Object.fromEntries(texts.map((part) => [`"${part}…"`, `"${repeat(part, bytes - 64)}"`])),
  ...Object.fromEntries(['a', 'a ', ':'].map((part) => [`"${part}…!"`, `"${repeat(part, bytes - 64)}!"`])),
  ...Object.fromEntries(
    ['a', 'http://a/:'].map((part) => [
      `["${part}…!" of 2 kB, …]`,
      list(`"${part}${repeat(':a', 2_000)}!"`, bytes),
    ]),
  ),
  'distinct rows': `[${numbered((index) => `{"id":${index},"name":""}`, bytes)}]`,
  'distinct lists': `[${numbered((index) => `[${index}]`, bytes)}]`,
  'distinct texts': `[${numbered((index) => `"${index}"`, bytes)}]`,
  members: `{${numbered((index) => `"${index}":0`, bytes)}}`,
  'members with names': `{${numbered((index) => `"a${index.toString(36)}":{}`, bytes)}}`,
  'members ~': `{${numbered((index) => `"${'~'.repeat(200)}${index}":0`, bytes)}}`,
  'one member ~': `{"${'~'.repeat(bytes - 100)}":0}`,
  'nested lists': nested('[', ']', bytes),
  'nested lists, 60 deep': list(nested('[', ']', 1_000, 30), bytes),
  'nested trees': nested('{"name":"","children":[', ']}', bytes),
  'nested trees, 25 deep': nested('{"name":0,"children":[', ']}', bytes, 25),
  'a number of digits': '1'.repeat(bytes - 64),
  'a number of zeros': `0.${'0'.repeat(bytes - 64)}1`,
  'a prototype at the end': `[${repeat('{},', bytes / 40)}{"__proto__":1}]`,
});

const json = { 'content-type': 'application/json', 'x-requested-by': 'bench' };

function* requests(): Generator<Request> {
  const shapes =
    'tags uniqueTexts uniqueRows uniqueAnything rows union record tree periods anything number short slug trimmed slugs email url link moment'.split(
      ' ',
    );
  for (const bytes of [BYTES - 16, 60_000, 8_000])
    for (const [what, value] of Object.entries(values(bytes))) {
      for (const shape of shapes)
        yield {
          what: `${shape} ${what}`,
          method: 'POST',
          path: `/shape/${shape}`,
          headers: json,
          body: `{"x":${value}}`,
        };
      yield { what: `whole ${what}`, method: 'POST', path: '/shape/tags', headers: json, body: value };
      yield {
        what: `broken ${what}`,
        method: 'POST',
        path: '/shape/tags',
        headers: json,
        body: `${value.slice(0, -1)},x]`,
      };
      yield { what: `unknown call ${what}`, method: 'POST', path: '/nope', headers: json, body: value };
      yield { what: `report ${what}`, method: 'POST', path: '/client-reports', headers: json, body: value };
    }
  const ROOM = 15_000;
  for (const part of [
    'a=1&',
    'tag=1&',
    '&',
    '=',
    '%01=1&',
    'a[]=1&',
    'slug=a&',
    '~=&',
    '%7e&',
    '+',
    'tag=',
  ]) {
    yield { what: `query ${part}…`, method: 'GET', path: `/query?${repeat(part, ROOM)}` };
    yield {
      what: `query ${part}…!`,
      method: 'GET',
      path: `/query?slug=${repeat('a', 8_000)}!&${repeat(part, 6_000)}`,
    };
  }
  yield {
    what: 'query, distinct',
    method: 'GET',
    path: `/query?${numbered((index) => `a${index}=1`, ROOM).replaceAll(',', '&')}`,
  };
  for (const name of [
    'cookie',
    'accept-encoding',
    'accept-language',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'traceparent',
    'x-request-id',
    'if-none-match',
    'content-type',
    'authorization',
    'user-agent',
    'x-session',
    'forwarded',
    'range',
  ])
    for (const part of [
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
    ])
      yield {
        what: `${name}: ${part}…`,
        method: 'GET',
        path: '/query',
        headers: { [name]: repeat(part, ROOM - 500).trim() || 'x' },
      };
  const form = { 'content-type': 'multipart/form-data; boundary=b', 'x-requested-by': 'bench' };
  const part = (head: string, content = '') =>
    `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const forms = {
    'fields of one name': repeat(part('name="tag"', 'x'), BYTES - 64),
    'fields of other names': numbered((index) => part(`name="a${index}"`), BYTES - 20_000).replaceAll(
      ',',
      '',
    ),
    'a field': part('name="tag"', 'x'.repeat(BYTES - 200)),
    files: repeat(part('name="file"; filename="a"', 'x'), BYTES - 64),
    'a file name': part(`name="file"; filename="${'\u0001'.repeat(70_000)}"\r\ncontent-type: image/png`, 'x'),
    'a media type': part(`name="file"; filename="a"\r\ncontent-type: ${'\u0001'.repeat(15_000)}`, 'x'),
    'a field name': part(`name="${'~'.repeat(15_000)}"`, 'x'),
    dashes: repeat('--b\r\n', BYTES - 64),
    'almost boundaries': repeat('\r\n--', BYTES - 64),
    'header lines': `--b\r\n${repeat('a: b\r\n', BYTES - 200)}\r\n`,
  };
  for (const [what, body] of Object.entries(forms))
    yield { what: `form ${what}`, method: 'POST', path: '/form', headers: form, body: `${body}--b--\r\n` };
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-by': 'bench' };
  for (const fragment of ['a&', 'a=b&', '%', '%01'])
    yield {
      what: `urlencoded ${fragment}…`,
      method: 'POST',
      path: '/shape/tags',
      headers: urlencoded,
      body: repeat(fragment, BYTES - 16),
    };
}

/** Searches for requests that hold the event loop, get a long reply or fill the heap. Prints the worst of each kind; exits with 1 if one is too much. */
export const benchShapes = (): Promise<void> =>
  withServers(async (open) => {
    const { origin } = await open('shapes', { NODE_OPTIONS: '--expose-gc --max-semi-space-size=64' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = ({ method, path, headers = {}, body }: Request) =>
      new Promise<{ text: string; status: number }>((resolve, reject) => {
        const outgoing = send(`${origin}/web/api${path}`, { method, headers, agent }, (answer) => {
          let text = '';
          answer
            .on('data', (chunk) => (text += String(chunk)))
            .on('end', () => resolve({ text, status: answer.statusCode ?? 0 }))
            .on('error', reject);
        });
        outgoing.on('error', reject).end(body);
      });
    const own = { what: '', method: 'GET' };
    const found: { what: string; status: number; ms: number; replyBytes: number; heapBytes: number }[] = [];
    for (const request of requests()) {
      // The first time compiles the schema.
      for (const isCounted of [false, true]) {
        await ask({ ...own, path: '/begin' });
        const { text, status } = await ask(request).catch((error: Error) => ({
          text: error.message,
          status: 0,
        }));
        const cost = JSON.parse((await ask({ ...own, path: '/cost' })).text) as { ms: number; bytes: number };
        if (isCounted)
          found.push({
            what: request.what,
            status,
            ms: cost.ms,
            heapBytes: cost.bytes,
            replyBytes: Buffer.byteLength(text) - (request.body?.length ?? request.path.length),
          });
      }
    }
    agent.destroy();
    console.log(`\n${found.length} requests of hostile shapes, the worst of each kind`);
    for (const [kind, most] of Object.entries(MOST) as [keyof typeof MOST, number][]) {
      const worst = found.toSorted((one, other) => other[kind] - one[kind]);
      const tooMuch = worst.filter((one) => one[kind] > most);
      console.log(`  ${kind}: at most ${most}; ${tooMuch.length} too much`);
      for (const one of worst.slice(0, Math.max(5, Math.min(tooMuch.length, 25))))
        console.log(`    ${Math.round(one[kind])}  ${one.status}  ${one.what}`);
      if (tooMuch.length > 0) process.exitCode = 1;
    }
  });
