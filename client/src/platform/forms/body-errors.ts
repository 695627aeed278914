import { segmentsOf } from '@web/bff/contract/kit/schema/schema-node';
import { translatedRule } from '#platform/language/translated.ts';
import { nameOf } from './field-names.ts';

export interface BodyError {
  /** A JSON pointer (RFC 6901) to the field, also to a missing or an unknown one. */
  readonly pointer: string;
  /** What a person reads. */
  readonly detail: string;
}

/** The texts of errors by the names of their controls. */
export type ErrorTexts = Readonly<Record<string, string>>;

/** A field with several errors shows the first. */
export const errorTexts = (errors: readonly BodyError[]): ErrorTexts =>
  Object.fromEntries(
    errors.toReversed().map(({ pointer, detail }) => [nameOf(segmentsOf(pointer)), translatedRule(detail)]),
  );
