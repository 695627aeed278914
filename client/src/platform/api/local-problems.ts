import { detailOf, messages } from '#messages/platform/problems.ts';
import type { AnyProblem } from './call-error.ts';

export type LocalCode = Exclude<keyof typeof messages, 'offline'>;

export type LocalProblem<Code extends string = LocalCode> = Code extends string
  ? AnyProblem & { readonly code: Code }
  : never;

/** Creates a problem in the browser. Its status is 0 if there was no response. */
export const localProblem = (code: LocalCode, status = 0): LocalProblem => {
  const [title, advice]: readonly [string, string?] =
    messages[code === 'network' && !navigator.onLine ? 'offline' : code];
  return { code, status, title, detail: detailOf(title, advice) };
};
