import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { UserConfig } from 'vite';
import type { SessionSchema } from '@web/bff/contract/kit/session/define-session';
import { type Language, languages } from '@web/bff/contract/languages';
import { session } from '@web/bff/contract/session';

const chosen = process.env['APP_LANGUAGE'];
if (chosen !== undefined && !(languages as readonly string[]).includes(chosen))
  throw new Error(`APP_LANGUAGE is ${chosen}; bff/src/contract/languages.ts has ${languages.join(', ')}.`);

/** The language of this build, or of the development server; `npm run build` makes one build for each. */
export const language = (chosen as Language | undefined) ?? languages[0];

export const isFirstLanguage = language === languages[0];

const MESSAGES = resolve(import.meta.dirname, '../src/messages');

const files = (folder: string) => readdirSync(resolve(MESSAGES, folder), { recursive: true }).map(String);
/** The compiler checks all texts by those in English. */
const missing = files('en').filter((file) => !files(language).includes(file));
if (missing.length > 0) throw new Error(`client/src/messages/${language}/ lacks ${missing.join(', ')}.`);

/** Whether the contract declares a session: otherwise nothing of sign-in is built. */
export const signIn = session as SessionSchema | null;

/** What the bundle and everything that the build runs in Node are configured with: `#messages/…` has the texts of that language. */
export const environment = {
  define: {
    'import.meta.env.LANGUAGE': JSON.stringify(language),
    'import.meta.env.TRANSLATED': String(!isFirstLanguage),
    'import.meta.env.SIGN_IN': String(signIn !== null),
    'import.meta.env.SIGN_IN_SCREEN': JSON.stringify(signIn?.screen) ?? 'undefined',
  },
  resolve: { alias: [{ find: /^#messages\/(.*)/, replacement: resolve(MESSAGES, language, '$1') }] },
} satisfies UserConfig;
