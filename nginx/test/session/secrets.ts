import { hash } from 'node:crypto';
import type { Browser } from './browser.ts';

/** Notes while a test runs what must be in no log, and what in no response. */
export class Secrets {
  readonly #secrets: Set<string>;
  readonly #tokens = new Set<string>();

  constructor(...known: string[]) {
    this.#secrets = new Set(known);
  }

  /** Notes what the provider sends to end a session, and its own id of that session. */
  addLogoutToken(form: URLSearchParams): void {
    const token = form.get('logout_token') ?? '';
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    const { sid } = JSON.parse(claims) as { readonly sid: string };
    for (const secret of [token, sid]) this.#secrets.add(secret);
  }

  /** Notes a token of the provider: access, refresh or id. */
  addToken(token: string, kind: string): void {
    this.#secrets.add(token);
    // The browser gets the ID token when it signs out at the provider (RP-Initiated Logout, section 2).
    if (kind !== 'id') this.#tokens.add(token);
  }

  /** How many there are; those that logs have, also as the store knows them; and the access and refresh tokens that browsers got. */
  leaked(logs: string, browsers: readonly Browser[]) {
    const all = [...this.#secrets, ...browsers.flatMap(({ secrets }) => [...secrets])].filter(Boolean);
    const responses = browsers.flatMap((browser) => browser.responses).join('\n');
    return {
      known: all.length,
      inLogs: all.filter(
        (secret) => logs.includes(secret) || logs.includes(hash('sha256', secret, 'base64url')),
      ),
      inResponses: [...this.#tokens].filter((token) => responses.includes(token)),
    };
  }
}
