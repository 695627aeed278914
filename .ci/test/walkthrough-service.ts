import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * The backend services of the walkthrough: one lists notes, finds one, and stores one and its picture, for those who have the key; the other
 * knows the account of the person whose access token it gets, if the provider knows the token.
 */
export async function startWalkthroughService(key: string, issuer: string) {
  const notes = new Map<string, object>([
    ['7', { id: '7', title: 'The first', state: 'published', author: 'bob', version: 1 }],
  ]);
  /** What it has been sent as pictures, in bytes. */
  const pictures: number[] = [];
  const respond = async (request: IncomingMessage): Promise<[status: number, body?: unknown]> => {
    const { url: path = '', headers, method } = request;
    const { authorization = '' } = headers;
    const body = await text(request);
    if (path === '/mine') {
      const { ok } = await fetch(`${issuer}/me`, { headers: { authorization } });
      return ok ? [200, { name: 'Ada Lovelace', email: 'ada@example.org' }] : [401, {}];
    }
    if (path.endsWith('/picture')) {
      pictures.push(body.length);
      return [204];
    }
    if (authorization !== `Bearer ${key}`) return [401, {}];
    if (method === 'POST') {
      const note = { id: String(notes.size + 7), ...(JSON.parse(body) as object) };
      notes.set(note.id, note);
      return [200, note];
    }
    const [, id] = /^\/notes\/(.+)$/.exec(path) ?? [];
    const found = id === undefined ? [...notes.values()] : notes.get(id);
    return [found ? 200 : 404, found ?? {}];
  };
  const server = createServer((request, response) => {
    void respond(request).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, pictures, stop: () => void server.close() };
}
