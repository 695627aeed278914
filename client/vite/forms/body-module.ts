import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import { bodyOptions } from '@web/bff/contract/kit/schema/body-validation';
import { closed } from '@web/bff/contract/kit/schema/closed-schema';
import { checkedSource } from './checked-source.ts';

/** What the generated code can require. */
export const RUNTIME = ['ajv/dist/runtime/equal', 'ajv/dist/runtime/ucs2length', 'ajv-formats/dist/formats'];

const RULES = resolve(import.meta.dirname, '../../../bff/src/contract/kit/rules.ts');

/**
 * The module of a call's body: the `Body` of `src/platform/forms/body-errors.ts`. The schema is plain data with the functions of its rules; the validator is
 * code that Ajv generates, because the content security policy lets no schema be compiled in the browser.
 */
export function bodyModule(key: string, schema: object): string {
  const ajv = formats.default(new Ajv2020({ ...bodyOptions, messages: false, code: { source: true } }));
  const code = standalone(ajv, ajv.compile(closed(bare(schema))));
  const { literal, hasRules } = literalOf(schema);
  const names = RUNTIME.filter((name) => code.includes(`require("${name}")`));
  return [
    ...names.map((name, at) => `import required${at} from '${name}';`),
    `const required = { ${names.map((name, at) => `'${name}': required${at}`).join(', ')} };`,
    'const module = {};',
    // Around the CommonJS that Ajv generates.
    `((require, module) => {${code}})((name) => required[name], module);`,
    `const body = { key: ${JSON.stringify(key)}, schema: ${literal}, validate: module.exports };`,
    ...(hasRules
      ? [
          `import { ruleCheckOf } from '${RULES}';`,
          'export default { ...body, brokenRules: ruleCheckOf(body.schema) };',
        ]
      : ['export default body;']),
  ].join('\n');
}

/** A schema as JavaScript. */
function literalOf(schema: object) {
  const functions: string[] = [];
  const text = JSON.stringify(schema, (keyword, value: unknown) =>
    typeof value === 'function'
      ? `\0${functions.push(checkedSource(value as () => unknown)) - 1}`
      : without(['title', 'description'], keyword, value),
  );
  const literal = text.replaceAll(/"\\u0000(\d+)"/g, (_, at: string) => functions[Number(at)] ?? '');
  return { literal, hasRules: functions.length > 0 };
}

/** What validates, alone. */
const bare = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema, (keyword, value: unknown) =>
      without(['title', 'description', 'message'], keyword, value),
    ),
  );

/** Leaves texts for people out. A field of that name is no text. */
const without = (names: readonly string[], keyword: string, value: unknown): unknown =>
  typeof value === 'string' && names.includes(keyword) ? undefined : value;
