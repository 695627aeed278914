import { atProvider, type ProviderCookies } from '@web/bff/test/session/at-provider';
import { BASE_PATH } from '@web/bff/contract/constants';
import { sendRequest, type TargetResponse } from '../../conformance/request.ts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly isSecure: boolean;
}

/** Where a browser finds the application. */
export interface EntryPoint {
  /** Where requests are sent to. */
  readonly address: string;
  /** The origin that the browser sees, if an ingress is in front. */
  readonly origin?: string;
  /** Whether that ingress strips the prefix. */
  readonly strips?: boolean;
  /** The browser's address, as the ingress tells it. */
  readonly ip?: string;
}

/** A browser that follows no redirect by itself. Requests that are sent together share its cookies, as its tabs do. */
export class Browser {
  cookies: readonly Cookie[] = [];
  /** Every cookie, code and state that it has had: no log may have them. */
  readonly secrets = new Set<string>();
  /** Header fields and text of every response. */
  readonly responses: string[] = [];
  readonly origin: string;
  readonly #at: EntryPoint;

  constructor(at: EntryPoint) {
    this.#at = at;
    this.origin = at.origin ?? at.address;
  }

  /** Goes to a path, or to an address of the application. */
  navigate(to: string, headers: Readonly<Record<string, string>> = {}): Promise<TargetResponse> {
    const { origin, pathname, search, searchParams } = new URL(to, this.origin);
    if (origin !== this.origin) throw new Error(`${to} is not at ${this.origin}`);
    for (const name of ['code', 'state']) this.#note(searchParams.get(name));
    return this.#send('GET', pathname + search, { 'sec-fetch-mode': 'navigate', ...headers });
  }

  /** Sends a call such as `GET /things`. */
  call(key: string, body?: object): Promise<TargetResponse> {
    const [method = '', path] = key.split(' ');
    const type = body && { 'content-type': 'application/json' };
    const headers = { 'x-requested-by': 'test', 'sec-fetch-mode': 'cors', ...type };
    return this.#send(method, `${BASE_PATH}/api${path}`, headers, body && JSON.stringify(body));
  }

  /** Signs in at the provider, from the start to the response to the way back. */
  async signIn(subject: string, atIt: ProviderCookies = new Map(), to = `${BASE_PATH}/`) {
    const begun = await this.navigate(`${BASE_PATH}/api/session/sign-in?to=${encodeURIComponent(to)}`);
    return this.navigate(await atProvider(begun.headers['location']?.[0] ?? '', subject, atIt));
  }

  cookie(name: string): string | undefined {
    return this.cookies.find((cookie) => cookie.name === name)?.value;
  }

  #note(secret: string | null): void {
    if (secret) this.secrets.add(secret);
  }

  async #send(method: string, path: string, own: Readonly<Record<string, string>>, body?: string) {
    const { address, origin, strips = false, ip } = this.#at;
    const there = path.split('?', 1)[0] ?? '';
    const cookie = this.cookies
      .filter(({ path: of }) => there === of || there.startsWith(of.replace(/\/?$/, '/')))
      .filter(({ isSecure }) => !isSecure || this.origin.startsWith('https:'))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const { protocol, host } = new URL(this.origin);
    const headers = {
      ...(origin && { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host }),
      ...(ip && { 'x-forwarded-for': ip }),
      ...(cookie && { cookie }),
      ...own,
    };
    const sent = strips ? path.replace(BASE_PATH, '') : path;
    const response = await sendRequest(address, sent, { method, headers, ...(body && { body }) });
    this.responses.push(JSON.stringify(response.headers) + response.text);
    for (const field of response.headers['set-cookie'] ?? []) this.#keep(field);
    return response;
  }

  /** As RFC 6265 says, section 5.3. */
  #keep(field: string): void {
    const [pair = '', ...attributes] = field.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/';
    this.cookies = this.cookies.filter((one) => one.name !== name || one.path !== path);
    // The readable cookie identifies no person.
    if (attributes.includes('HttpOnly')) for (const part of value.split('.')) this.#note(part);
    if (!attributes.includes('Max-Age=0'))
      this.cookies = [...this.cookies, { name, value, path, isSecure: attributes.includes('Secure') }];
  }
}
