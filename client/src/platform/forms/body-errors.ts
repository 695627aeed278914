import { pointerOf, type SchemaError } from '@web/bff/contract/kit/schema/body-validation';
import { ownMessage } from '@web/bff/contract/kit/schema/own-message';
import type { RuleCheck } from '@web/bff/contract/kit/rules';
import { type SchemaNode, segmentsOf } from '@web/bff/contract/kit/schema/schema-node';
import { invalidFieldMessage } from '#messages/platform/invalid-fields.ts';
import { translatedRule } from '#platform/language/translated.ts';
import { nameOf } from './field-names.ts';

/** The body of a call, as the build gives it to a form. */
export interface Body {
  /** The call, such as `POST /things`. */
  readonly key: string;
  readonly schema: SchemaNode;
  /** Code that Ajv generates. It fills defaults into the value. */
  readonly validate: { (value: unknown): boolean; readonly errors?: readonly SchemaError[] | null };
  /** Only of a schema with rules across its fields. */
  readonly brokenRules?: RuleCheck;
}

export interface BodyError {
  /** A JSON pointer (RFC 6901) to the field, also to a missing or an unknown one. */
  readonly pointer: string;
  /** The keyword of the schema, or the rule, that is violated, such as `minLength`. */
  readonly rule: string;
  /** What a person reads. */
  readonly detail: string;
}

/** Every error in a body that the BFF would find. */
export function bodyErrorsOf({ schema, validate, brokenRules }: Body): (body: unknown) => BodyError[] {
  return (body) => {
    // The BFF fills in the defaults: what is sent has none.
    const filled = structuredClone(body);
    const invalid = validate(filled) ? [] : (validate.errors ?? []);
    const bySchema = invalid.map((error) => {
      const { keyword, params } = error;
      const pointer = pointerOf(error);
      const limit = params['limit'] ?? params[keyword];
      const own = ownMessage(schema, pointer, keyword);
      const detail = own ? translatedRule(own) : invalidFieldMessage(keyword, limit);
      return { pointer, rule: keyword, detail };
    });
    const pointers = bySchema.map(({ pointer }) => pointer);
    const byRules = (brokenRules?.(filled, pointers) ?? []).map(({ instancePath, keyword, message }) => ({
      ...{ pointer: instancePath, rule: keyword, detail: translatedRule(message) },
    }));
    return [...bySchema, ...byRules];
  };
}

/** The texts of the errors by the names of the controls; a field with several errors shows the first. */
export const errorTexts = (
  errors: readonly Pick<BodyError, 'pointer' | 'detail'>[],
): Record<string, string[]> =>
  Object.fromEntries(
    errors.toReversed().map(({ pointer, detail }) => [nameOf(segmentsOf(pointer)), [translatedRule(detail)]]),
  );
