import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Article, List } from './product/app/contract-calls.ts';

const words = 'a list of twenty rows with words of every length that compress to something'.split(' ');
let seed = 1;
/** Returns the next pseudorandom word. The sequence is the same in every run. */
const word = (): string => {
  seed = (seed * 48_271) % 2_147_483_647;
  return `${words[seed % words.length]}${seed % 7 === 0 ? seed % 1_000 : ''}`;
};
const text = (length: number) => Array.from({ length }, word).join(' ');
const byline = 'An author, 21 November 2026';

const items: List['items'] = Array.from({ length: 20 }, (_, number) => ({
  slug: `article-${number}`,
  title: `Article ${number}: ${text(5)}`,
  byline,
  description: text(22),
}));
/** About 40 kB of JSON. */
const article: Article = {
  title: 'An article',
  byline,
  paragraphs: Array.from({ length: 60 }, () => text(120)),
};

/** Starts a server that responds to the product's calls, and proxies everything else to a BFF. */
export async function inFront(port: number) {
  const server = createServer((asked, reply) => {
    const { url: path = '', method, headers } = asked;
    const isArticle = path.startsWith('/web/api/articles/');
    if (isArticle || path === '/web/api/articles?limit=20') {
      reply.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      reply.end(gzipSync(JSON.stringify(isArticle ? article : { items })));
      return;
    }
    const passedOn = request({ port, path, method, headers }, (got) => {
      const { connection: _connection, 'transfer-encoding': _encoding, ...fields } = got.headers;
      reply.writeHead(got.statusCode ?? 502, fields);
      pipeline(got, reply, () => {});
    });
    pipeline(asked, passedOn, () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
