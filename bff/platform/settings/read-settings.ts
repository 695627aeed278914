import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv';
import Type from 'typebox';
import { createSettingsAjv } from '#platform/schema/ajv.ts';
import { coercionOf } from '#platform/contract/schema/coerce.ts';
import { enforcedSchema } from '#platform/contract/schema/enforced-schema.ts';
import { isSecret, type SettingSchemas } from './define-settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Options {
  /** Formats that the schemas use, besides those of JSON Schema. */
  readonly formats: Readonly<Record<string, (text: string) => boolean>>;
  /** Receives a line for each invalid variable. */
  readonly invalid: string[];
}

/** Reads and validates settings. Returns undefined if a setting is invalid. The lines in `invalid` contain no secrets. */
export function readSettings(
  schemas: SettingSchemas,
  env: Environment,
  { formats, invalid }: Options,
): Readonly<Record<string, unknown>> | undefined {
  const data = withSecretFiles(schemas, env, invalid);
  const schema = Type.Object(schemas);
  const validate = createSettingsAjv(formats).compile<Record<string, unknown>>(
    enforcedSchema(schema, 'request'),
  );
  const values: Record<string, unknown> = { ...data };
  coercionOf(schema)(values);
  if (validate(values)) return values;
  const errors = new Map<string, ErrorObject>();
  for (const error of validate.errors ?? []) {
    const name = String(error.params['missingProperty'] ?? error.instancePath.slice(1));
    if (!errors.has(name)) errors.set(name, error);
  }
  for (const [name, error] of errors) {
    const schema: Type.TSchema & { description?: string } = schemas[name] ?? {};
    const value = isSecret(schema) ? name : `${name}="${env[name]}"`;
    const found = data[name] === undefined ? `${name} is not set` : value;
    invalid.push(`${found}: expected ${expectedBy(schema.description, error)}`);
  }
  return undefined;
}

/** Returns the description of a valid value. Adds the violated length limit, unless the description mentions the limit. */
function expectedBy(description = 'another value', { keyword, params }: ErrorObject): string {
  if (keyword !== 'minLength' && keyword !== 'maxLength') return description;
  const length = `at ${keyword === 'minLength' ? 'least' : 'most'} ${params['limit']} characters`;
  return description.includes(length) ? description : `${description}, ${length}`;
}

/** Returns `env` with the secrets read from the files that `<NAME>_FILE` names. Strips a final newline of each file. */
function withSecretFiles(schemas: SettingSchemas, env: Environment, invalid: string[]): Environment {
  const data = { ...env };
  for (const name of Object.keys(schemas).filter((name) => isSecret(schemas[name] ?? {}))) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    if (env[name] !== undefined) invalid.push(`${name}, ${name}_FILE: expected only one of them`);
    try {
      data[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      invalid.push(`${name}_FILE="${file}": expected a file (${(error as NodeJS.ErrnoException).code})`);
      // Sets a dummy value, because otherwise the secret would also be reported as missing.
      data[name] = 'unreadable';
    }
  }
  return data;
}
