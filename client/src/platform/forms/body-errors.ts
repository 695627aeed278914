import { pointerOf, type SchemaError } from '@web/bff/contract/kit/body-validation';

/** Code that Ajv generates. It fills defaults into the value. */
export interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

export interface BodyError {
  /** A JSON pointer (RFC 6901) to the field, also to a missing or an unknown one. */
  readonly pointer: string;
  /** The keyword of the schema that is violated, such as `minLength`. */
  readonly rule: string;
  /** The keyword's value, such as 3, where a message names it. */
  readonly limit?: unknown;
}

const validators = new WeakMap<object, Validate>();

/** The build calls this for each schema among the contract's entities. */
export function withValidator<S extends object>(schema: S, validate: Validate): S {
  validators.set(schema, validate);
  return schema;
}

/** Finds every error in a body that the BFF would find. The content security policy lets no schema be compiled in the browser. */
export function bodyErrorsOf(schema: object): (body: unknown) => BodyError[] {
  const validate = validators.get(schema);
  if (!validate)
    throw new Error('This schema has no validator: import it from @web/bff/contract/entities/ as it is.');
  return (body) =>
    // The BFF fills in the defaults: what is sent has none.
    validate(structuredClone(body))
      ? []
      : (validate.errors ?? []).map((error) => ({
          pointer: pointerOf(error),
          rule: error.keyword,
          limit: error.params['limit'] ?? error.params[error.keyword],
        }));
}
