import Type from 'typebox';
import type { ValuesOf } from '#platform/settings/define-settings.ts';

const SECRETS = 'secrets of at least 32 characters each, separated by commas';

/** The settings of sign-in. */
export const sessionSettings = {
  /** A secret, because it may have a password. */
  SESSION_STORE: Type.Optional(
    Type.String({
      format: 'session-store',
      writeOnly: true,
      description: 'redis:// or rediss:// with a host, such as redis://:password@valkey:6379',
    }),
  ),
  SESSION_SECRET: Type.Optional(
    Type.String({ pattern: '^[^,]{32,}(,[^,]{32,})*$', writeOnly: true, description: SECRETS }),
  ),
};

/** The format `session-store`. */
export function isStoreAddress(text: string): boolean {
  const url = URL.parse(text);
  const isStore = url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
  return isStore && /^(\/\d*)?$/.test(url.pathname) && !/[?#]|%(?![\dA-F]{2})/i.test(text);
}

type Values = ValuesOf<typeof sessionSettings>;

/** What is wrong with valid settings together, one line each. */
export const invalidTogether = ({ SESSION_STORE, SESSION_SECRET }: Values): string[] =>
  SESSION_STORE && !SESSION_SECRET
    ? [`SESSION_SECRET is not set: expected ${SECRETS}, for SESSION_STORE`]
    : [];

export const readSessionConfig = ({ SESSION_STORE, SESSION_SECRET }: Values) => ({
  /** Of Valkey or Redis; undefined keeps sessions in the process. */
  store: SESSION_STORE === undefined ? undefined : new URL(SESSION_STORE),
  /** The first encrypts what is stored, all decrypt. */
  secrets: SESSION_SECRET?.split(',') ?? [],
});
