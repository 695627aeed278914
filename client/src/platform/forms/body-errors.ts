import { segmentsOf } from '@web/bff/contract/kit/schema/schema-node';
import { invalidFieldMessage } from '#messages/platform/invalid-fields.ts';
import { translatedRule } from '#platform/language/translated.ts';
import { nameOf } from './field-names.ts';

/** What is wrong with a body. */
export interface Violation {
  /** A JSON pointer (RFC 6901) to the field, also to a missing or an unknown one. */
  readonly pointer: string;
  /** The keyword of the schema, or the rule, such as `minLength`. */
  readonly rule: string;
  /** The keyword's value, such as 3. */
  readonly limit?: unknown;
  /** The contract's own text. */
  readonly message?: string | undefined;
}

interface BodyError {
  readonly pointer: string;
  /** What a person reads. */
  readonly detail: string;
}

export const inWords = ({ pointer, rule, limit, message }: Violation): BodyError => ({
  pointer,
  detail: message ?? invalidFieldMessage(rule, limit),
});

/** The texts of errors by the names of their controls. */
export type ErrorTexts = Readonly<Record<string, string>>;

/** A field with several errors shows the first. */
export const errorTexts = (errors: readonly BodyError[]): ErrorTexts =>
  Object.fromEntries(
    errors.toReversed().map(({ pointer, detail }) => [nameOf(segmentsOf(pointer)), translatedRule(detail)]),
  );
