import type { UserConfig } from 'vite';
import { session } from '@web/bff/contract/session';
import type { SessionSchema } from '@web/bff/contract/kit/session/define-session';
import { inLanguage } from './language.ts';

/** Whether the contract declares a session: otherwise nothing of sign-in is built. */
export const signIn = session as SessionSchema | null;

/** What the bundle and everything that the build runs in Node are configured with. */
export const inSources = {
  ...inLanguage,
  define: {
    ...inLanguage.define,
    'import.meta.env.SIGN_IN': String(signIn !== null),
    'import.meta.env.SIGN_IN_SCREEN': JSON.stringify(signIn?.screen) ?? 'undefined',
  },
} satisfies UserConfig;
