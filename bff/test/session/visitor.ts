import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { API_PATH } from '#contract/kit/api-path.ts';
import { SESSION_HEADER, type SessionState } from '#contract/kit/session/session-state.ts';

type Headers = Readonly<Record<string, string>>;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** A browser that calls the application: it keeps cookies by name and path, and sends those that fit. */
export class Visitor {
  cookies: readonly Cookie[] = [];
  readonly #app: FastifyInstance;
  readonly #headers: Headers;

  constructor(app: FastifyInstance, headers: Headers = {}) {
    this.#app = app;
    this.#headers = headers;
  }

  /** Sends `GET /things`, as a call beneath the API path. */
  async call(key: string, payload?: object, headers: Headers = {}): Promise<LightMyRequestResponse> {
    const [method, path = ''] = key.split(' ');
    return this.send(method as 'GET', API_PATH + path, { 'x-requested-by': 'test', ...headers }, payload);
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

/** What a response tells the tab of its session. */
export function toldBy(reply: LightMyRequestResponse): SessionState | 'none' | undefined {
  const field = reply.headers[SESSION_HEADER];
  if (field === undefined || field === 'none') return field;
  return JSON.parse(decodeURIComponent(String(field))) as SessionState;
}
