import { parseSetCookie } from 'cookie';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { request } from 'undici';
import { API_PATH } from '#platform/contract/api-path.ts';
import { SESSION_HEADER, type SessionState } from '#platform/contract/session/session-state.ts';

type Headers = Readonly<Record<string, string>>;
type Reply = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'cookies' | 'body' | 'json'>;

/** Application that receives the requests of a `Visitor`: in this process, or at an origin. */
export interface Application {
  inject(sent: InjectOptions & { readonly url: string }): Promise<Reply>;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** A browser with a cookie jar. Does not follow redirects. */
export class Visitor {
  cookies: readonly Cookie[];
  readonly #app: Application;
  readonly #headers: Headers;

  constructor(app: Application, headers: Headers = {}, cookies: readonly Cookie[] = []) {
    this.#app = app;
    this.#headers = headers;
    this.cookies = cookies;
  }

  /** Sends a call such as `GET /things` beneath the API path. */
  call(key: string, payload?: object, headers: Headers = {}): Promise<Reply> {
    const [method, path = ''] = key.split(' ');
    return this.send(method as 'GET', API_PATH + path, { 'x-requested-by': 'test', ...headers }, payload);
  }

  async status(key: string): Promise<number> {
    return (await this.call(key)).statusCode;
  }

  async send(method: 'GET' | 'HEAD' | 'POST', url: string, headers: Headers = {}, payload?: object) {
    const path = url.split('?')[0] ?? '';
    const cookie = this.cookies
      .filter((cookie) => path === cookie.path || path.startsWith(`${cookie.path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const all = { ...this.#headers, ...(cookie && { cookie }), ...headers };
    const reply = await this.#app.inject({ method, url, headers: all, ...(payload && { payload }) });
    for (const { name, value, path: of = '/', maxAge } of reply.cookies) {
      this.cookies = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== of);
      if (maxAge !== 0) this.cookies = [...this.cookies, { name, value, path: of }];
    }
    return reply;
  }

  cookie(name: string): string | undefined {
    return this.cookies.find((cookie) => cookie.name === name)?.value;
  }
}

export const applicationAt = (origin: string): Application => ({
  inject: async ({ method = 'GET', url, headers, payload }) => {
    const type = payload ? { 'content-type': 'application/json' } : {};
    const body = payload ? JSON.stringify(payload) : null;
    const reply = await request(origin + url, {
      method,
      headers: { ...(headers as Headers), ...type },
      body,
    });
    const text = await reply.body.text();
    const fields = [reply.headers['set-cookie'] ?? []].flat();
    return {
      statusCode: reply.statusCode,
      headers: reply.headers,
      cookies: fields.map((field) => parseSetCookie(field)) as Reply['cookies'],
      body: text,
      json: () => JSON.parse(text),
    };
  },
});

export function sessionHeaderOf({ headers }: Reply): SessionState | 'none' | undefined {
  const field = headers[SESSION_HEADER];
  if (field === undefined || field === 'none') return field;
  return JSON.parse(decodeURIComponent(String(field))) as SessionState;
}
