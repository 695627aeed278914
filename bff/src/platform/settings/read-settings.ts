import { readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import envSchema from 'env-schema';
import Type from 'typebox';
import { isSecret, type SettingSchemas } from './define-settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Options {
  /** Formats that the schemas name, beside those of JSON Schema. */
  readonly formats: Readonly<Record<string, (text: string) => boolean>>;
  /** Gets what is wrong with the environment, one line for each variable. */
  readonly invalid: string[];
}

/** The values of settings; undefined if one is invalid. The lines in `invalid` contain no secrets. */
export function readSettings(
  schemas: SettingSchemas,
  env: Environment,
  { formats, invalid }: Options,
): Readonly<Record<string, unknown>> | undefined {
  const data = withSecretFiles(schemas, env, invalid);
  try {
    return envSchema<Record<string, unknown>>({
      ...{ schema: Type.Object(schemas), data, env: false },
      ajv: {
        customOptions: (ajv) => {
          addFormats.default(ajv);
          for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate);
          return ajv;
        },
      },
    });
  } catch (cause) {
    const { errors } = cause as { errors?: { instancePath: string; params: { missingProperty?: string } }[] };
    if (!errors) throw cause;
    const names = errors.map(({ instancePath, params }) => params.missingProperty ?? instancePath.slice(1));
    for (const name of new Set(names)) {
      const schema: Type.TSchema & { description?: string } = schemas[name] ?? {};
      const value = isSecret(schema) ? name : `${name}="${env[name]}"`;
      const given = data[name] === undefined ? `${name} is not set` : value;
      invalid.push(`${given}: expected ${schema.description ?? 'another value'}`);
    }
    return undefined;
  }
}

/** The environment with the content of the file that `<NAME>_FILE` names for each secret, without its final newline. */
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
      // Otherwise the secret would be reported as missing, too.
      data[name] = 'unreadable';
    }
  }
  return data;
}
