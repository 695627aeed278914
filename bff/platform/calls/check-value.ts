import type Type from 'typebox';
import type { InvalidField } from '#platform/contract/platform-errors.ts';
import { invalidFieldsOf } from '#platform/http/errors/invalid-fields.ts';
import { schemaErrors } from '#platform/schema/schema-errors.ts';
import { bodyValidator } from './validation.ts';

type Checked<S extends Type.TSchema> =
  | { readonly ok: true; readonly value: Type.Static<S> }
  | { readonly ok: false; readonly errors: readonly InvalidField[] };

/** Schemas passed to `checkOf`. `npm test` checks their patterns. */
export const checkedSchemas: Type.TSchema[] = [];

/**
 * Returns a function that validates a value as the BFF validates the body of a call, and fills in defaults. The function's `pointer` is the value's
 * position in the body; the pointers of errors start with it. Call `checkOf` once per schema, outside of handlers. Throws for a schema
 * outside of the dialect.
 */
export function checkOf<S extends Type.TSchema>(schema: S): (value: unknown, pointer?: string) => Checked<S> {
  const mistakes = schemaErrors(schema, new WeakSet(), 'request');
  if (mistakes.length > 0) throw new Error(`checkOf: ${mistakes.join('; ')}`);
  checkedSchemas.push(schema);
  const validate = bodyValidator(schema);
  return (value, pointer = '') => {
    if (validate(value)) return { ok: true, value: value as Type.Static<S> };
    const errors = invalidFieldsOf({ validation: validate.errors });
    return { ok: false, errors: errors.map((error) => ({ ...error, pointer: pointer + error.pointer })) };
  };
}
