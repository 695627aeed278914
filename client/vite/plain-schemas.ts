import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import { type Plugin, runnerImport } from 'vite';
import { bodyOptions } from '@web/bff/contract/kit/body-validation';
import { closed } from '@web/bff/contract/kit/closed-schema';

const ENTITIES = `${resolve(import.meta.dirname, '../../bff/src/contract/entities')}/`;
const BODY_ERRORS = resolve(import.meta.dirname, '../src/platform/forms/body-errors.ts');
/** What the generated code can require. */
const RUNTIME = ['ajv/dist/runtime/equal', 'ajv/dist/runtime/ucs2length', 'ajv-formats/dist/formats'];

/**
 * A form needs an entity's schema, but not the library that built it. So the browser gets each entity file as plain JSON, and for each
 * object schema the code that validates it. Functions of the file stay as they are.
 */
export function plainSchemas(): Plugin {
  const validated = new Map<string, { readonly schema: object; readonly files: readonly string[] }>();
  return {
    name: 'plain-schemas',
    enforce: 'pre',
    // Otherwise the page would reload when the development server finds these.
    config: () => ({ optimizeDeps: { include: RUNTIME } }),
    async load(id) {
      if (!id.startsWith(ENTITIES)) return undefined;
      const known = validated.get(id);
      for (const file of known?.files ?? []) this.addWatchFile(file);
      if (known) return { code: validatorOf(known.schema), moduleSideEffects: false };
      if (id.includes('?')) return undefined;

      const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, { logLevel: 'error' });
      for (const file of dependencies) this.addWatchFile(file);
      const lines = Object.entries(module).map(([name, value]) => {
        if (typeof value === 'function') return `export { ${name} } from '${id}?functions';`;
        const data = JSON.stringify(value);
        if (!isObjectSchema(value)) return `export const ${name} = ${data};`;
        // With `.mjs`, Vite uses Node's interop for CommonJS.
        const validator = `${id}?validator=${name}.mjs`;
        validated.set(validator, { schema: value, files: dependencies });
        return [
          `import validate${name} from '${validator}';`,
          `export const ${name} = /* @__PURE__ */ withValidator(${data}, validate${name});`,
        ].join('\n');
      });
      return [`import { withValidator } from '${BODY_ERRORS}';`, ...lines].join('\n');
    },
  };
}

const isObjectSchema = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  ['properties', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in value);

/** The module of a schema's validator, around the CommonJS that Ajv generates. */
export function validatorOf(schema: object): string {
  const ajv = formats.default(new Ajv2020({ ...bodyOptions, messages: false, code: { source: true } }));
  const code = standalone(ajv, ajv.compile(closed(schema)));
  const names = RUNTIME.filter((name) => code.includes(`require("${name}")`));
  return [
    ...names.map((name, at) => `import required${at} from '${name}';`),
    `const required = { ${names.map((name, at) => `'${name}': required${at}`).join(', ')} };`,
    'const module = {};',
    `((require, module) => {${code}})((name) => required[name], module);`,
    'export default module.exports;',
  ].join('\n');
}
