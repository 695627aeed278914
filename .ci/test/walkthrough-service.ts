import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Note {
  readonly id: string;
  readonly title: string;
  readonly state: string;
}

export interface WalkthroughService {
  readonly origin: string;
  /** What it has been sent as pictures, in bytes. */
  readonly pictures: readonly number[];
  readonly stop: () => void;
}

/**
 * The backend services of the walkthrough: one lists notes, finds one, and stores one and its picture, for those who have the key; the other
 * knows the account of the person whose access token it gets. `whoHas` asks the provider whose token it is.
 */
export async function startWalkthroughService(
  key: string,
  whoHas: (token: string) => Promise<object | undefined>,
): Promise<WalkthroughService> {
  const notes = new Map<string, Note>([['7', { id: '7', title: 'The first', state: 'published' }]]);
  const pictures: number[] = [];
  const keep = (text: string) => {
    const sent = JSON.parse(text) as Omit<Note, 'id'> & Partial<Note>;
    const note = { ...sent, id: sent.id ?? String(notes.size + 7) };
    notes.set(note.id, note);
    return note;
  };
  const answer = async (
    method: string,
    path: string,
    token: string,
    text: string,
  ): Promise<[number, unknown?]> => {
    if (path === '/mine') {
      const account = await whoHas(token);
      return account ? [200, account] : [401, {}];
    }
    if (path.endsWith('/picture')) {
      pictures.push(text.length);
      return [204];
    }
    if (token !== key) return [401, {}];
    const id = /^\/notes\/(.+)$/.exec(path)?.[1];
    const found = id === undefined ? [...notes.values()] : notes.get(id);
    const body = method === 'POST' ? keep(text) : found;
    return [body ? 200 : 404, body ?? {}];
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += String(part)));
    request.on('end', () => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      void answer(request.method ?? '', request.url ?? '', token, text).then(([status, body]) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(body === undefined ? undefined : JSON.stringify(body)),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pictures,
    stop: () => void server.close(),
  };
}
