import { detailOf, localProblems as messages } from '#platform/messages/first-load.ts';
import type { AnyProblem } from './call-error.ts';

export type CodeWithText = Exclude<keyof typeof messages, 'offline'>;

/** Codes of problems created in the browser. The text of `file-unreadable` is in `send-form.ts`, which is loaded on demand. */
export type LocalCode = CodeWithText | 'file-unreadable';

export type LocalProblem<Code extends string = LocalCode> = Code extends string
  ? AnyProblem & { readonly code: Code }
  : never;

/** Creates a problem in the browser. Its status is 0 if there was no response. */
export const localProblem = (code: CodeWithText, status = 0): LocalProblem => {
  const [title, advice]: readonly [string, string?] =
    messages[code === 'network' && !navigator.onLine ? 'offline' : code];
  return { code, status, title, detail: detailOf(title, advice) };
};
