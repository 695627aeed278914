import { segmentsOf } from '@web/bff/contract/kit/schema/schema-node';
import { translatedRule } from '#platform/language/translated.ts';

export interface BodyError {
  /** A JSON pointer (RFC 6901) to the field, also to a missing or an unknown one. */
  readonly pointer: string;
  readonly detail: string;
}

/** The texts of errors by the names of their controls. */
export type ErrorTexts = Readonly<Record<string, string>>;

/** A field with several errors shows the first. */
export const errorTexts = (errors: readonly BodyError[]): ErrorTexts =>
  Object.fromEntries(
    errors.toReversed().map(({ pointer, detail }) => [nameOf(segmentsOf(pointer)), translatedRule(detail)]),
  );

/** The name of a control, such as `rows[0].title`, from the path of its field: `rows`, `0`, `title`. */
export const nameOf = (path: readonly string[]): string =>
  path.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`)).join('');

/** The path of the field, from the name of its control or from dots alone: `rows.0.title`. */
export const pathOf = (name: string): string[] => name.split(/[.[\]]+/).filter((part) => part !== '');
