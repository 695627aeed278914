import { segmentsOf } from '@web/bff/platform/contract/schema/json-pointer';
import { invalidFieldMessage } from '#platform/messages/forms.ts';
import { translatedRule } from '#platform/language/translated.ts';

export interface BodyError {
  /** JSON pointer (RFC 6901) to the field, even if the body lacks the field or the schema does not name it. */
  readonly pointer: string;
  readonly detail: string;
  /** Schema keyword, such as `minLength`, or the name of a rule. */
  readonly rule?: string;
  /** The keyword's value, such as 3 for `minLength: 3`. Undefined if `detail` is already a message for users. */
  readonly expected?: string | number | null | undefined;
}

/** Error messages by control. */
export type ErrorTexts = ReadonlyMap<string, string>;

export const invalidFieldText = ({ rule = '', detail, expected }: BodyError): string =>
  expected === undefined ? translatedRule(detail) : invalidFieldMessage(rule, expected);

/** Returns the first error of each control. The entries have the order of `errors`. */
export function errorTexts(errors: readonly BodyError[]): ErrorTexts {
  const texts = new Map<string, string>();
  for (const error of errors) {
    const name = nameOf(segmentsOf(error.pointer));
    if (!texts.has(name)) texts.set(name, invalidFieldText(error));
  }
  return texts;
}

/** Returns the name of a control, such as `rows[0].title`, for the path `rows`, `0`, `title`. */
export const nameOf = (path: readonly string[]): string =>
  path.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`)).join('');

/** Parses the name of a control, or a dotted path: `rows.0.title`. */
export const pathOf = (name: string): string[] => name.split(/[.[\]]+/).filter((part) => part !== '');
