import type * as Type from 'typebox';
import { withRuleSource } from './schema/rule-source.ts';

/** Rule across the fields of an object. Runs in the BFF and in the browser. Violations that a schema error may have caused are dropped. */
export type Rule<Value> = {
  /** Name of the rule in error responses, such as `after-start`. */
  readonly rule: string;
  /** Text for users, also used as description in the OpenAPI document. */
  readonly message: string;
} & (
  | {
      /** Field that shows the error: a JSON pointer (RFC 6901) from the object, such as `/to`. */
      readonly field: string;
      /** Returns true if the value satisfies the rule. */
      readonly check: (value: Value) => boolean;
    }
  | {
      readonly field?: never;
      /** Returns JSON pointers to the invalid fields, such as `/rows/3/content`. */
      readonly check: (value: Value) => readonly string[];
    }
);

/**
 * Adds rules to the schema of an object. A schema that is derived from it with `Type.Pick`, `Type.Omit`, `Type.Partial` or a spread of its members
 * keeps the rules, and runs each whose fields it has.
 */
export function withRules<S extends Type.TSchema>(schema: S, rules: readonly Rule<Type.Static<S>>[]): S {
  const { description } = schema as { readonly description?: string };
  const prose = [...(description ? [description] : []), ...rules.map(({ message }) => message)].join(' ');
  return Object.assign(withRuleSource(schema, rules), { description: prose });
}
