import { segmentsOf } from '@web/bff/contract/kit/schema/schema-node';
import { translatedRule } from '#platform/language/translated.ts';

export interface BodyError {
  /** JSON pointer (RFC 6901) to the field, which may be missing or unknown. */
  readonly pointer: string;
  readonly detail: string;
}

/** Error texts by control. */
export type ErrorTexts = Readonly<Record<string, string>>;

/** Maps errors to controls, keeping the first of each. */
export const errorTexts = (errors: readonly BodyError[]): ErrorTexts =>
  Object.fromEntries(
    errors.toReversed().map(({ pointer, detail }) => [nameOf(segmentsOf(pointer)), translatedRule(detail)]),
  );

/** Returns the name of a control, such as `rows[0].title`, for the path `rows`, `0`, `title`. */
export const nameOf = (path: readonly string[]): string =>
  path.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`)).join('');

/** Parses the name of a control, or a dotted path: `rows.0.title`. */
export const pathOf = (name: string): string[] => name.split(/[.[\]]+/).filter((part) => part !== '');
