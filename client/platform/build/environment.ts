import type { UserConfig } from 'vite';
import { calls } from '@web/bff/platform/contract/product/calls';
import type { Calls } from '@web/bff/platform/contract/call';
import type { SessionSchema } from '@web/bff/platform/contract/session/define-session';
import { isEvents } from '@web/bff/platform/contract/content';
import { limits } from '@web/bff/platform/contract/limits';
import { type Language, languages } from '@web/bff/platform/contract/product/languages';
import { session } from '@web/bff/platform/contract/product/session';
import { messagesIn, replacesProblems } from './messages.ts';

const chosen = process.env['APP_LANGUAGE'];
if (chosen !== undefined && !(languages as readonly string[]).includes(chosen))
  throw new Error(
    `APP_LANGUAGE="${chosen}": expected one of ${languages.join(', ')} (contract/languages.ts)`,
  );

/** Language of this build or development server. `npm run build` builds each language. */
export const language = (chosen as Language | undefined) ?? languages[0];
export const isFirstLanguage = language === languages[0];

/** Null if the contract declares no session. The build then omits sign-in. */
export const signIn = session as SessionSchema | null;

/**
 * Client timeouts of calls with a long deadline: 5 s more than the deadline, so that the BFF's more specific error arrives first. The build inlines
 * these timeouts, because the bundle does not contain the contract.
 */
const timeouts = Object.entries<Calls[keyof Calls]>(calls).flatMap(([key, { deadlineMs = 0, files }]) =>
  deadlineMs + 5_000 > (files ? 60_000 : 15_000) ? [[key, deadlineMs + 5_000] as const] : [],
);

export const define = {
  'import.meta.env.TIMEOUTS': JSON.stringify(Object.fromEntries(timeouts)),
  'import.meta.env.LANGUAGE': JSON.stringify(language),
  'import.meta.env.TRANSLATED': String(replacesProblems(language, isFirstLanguage)),
  'import.meta.env.STREAMS': String(Object.values<Calls[keyof Calls]>(calls).some(isEvents)),
  'import.meta.env.STREAM_COMMENT_MS': String(limits.STREAM_COMMENT_MS),
  'import.meta.env.SESSION_MS': String(limits.SESSION_MS),
  'import.meta.env.SIGN_IN': String(signIn !== null),
  'import.meta.env.SIGN_IN_SCREEN': JSON.stringify(signIn?.screen) ?? 'undefined',
};

/** Creates the product's plugins and aliases. Called for each build and each server, because they must not share plugin instances. */
export type ProductConfig = () => Required<Pick<UserConfig, 'plugins' | 'resolve'>>;

/** Creates the Vite options for the bundle, and for modules that the build runs in Node. */
export const environment = (productConfig: ProductConfig) => {
  const { plugins, resolve } = productConfig();
  return { define, plugins: [messagesIn(language), ...plugins], resolve } satisfies UserConfig;
};
