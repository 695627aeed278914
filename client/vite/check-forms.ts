import { pathToFileURL } from 'node:url';
import { parseSync, type Plugin, Visitor } from 'vite';

interface Import {
  readonly from: string;
  readonly name: string;
}

interface MadeForm {
  readonly calls: readonly string[];
  /** Undefined for a schema that is not imported by its name. */
  readonly schema: Import | undefined;
}

/**
 * Refuses `createForm('POST /notes', NewNote)` if `NewNote` is not the very object of that call's body: the browser would check by other rules
 * than the BFF. The compiler sees only the types. Each of the files exports `calls`.
 */
export function checkForms(files: readonly string[]): Plugin {
  return {
    name: 'check-forms',
    apply: 'build',
    async transform(code, id) {
      const forms = code.includes('createForm') ? formsIn(code, id) : [];
      if (forms.length === 0) return;
      const modules = await Promise.all(files.map(load));
      const calls: Readonly<Record<string, { readonly body?: unknown }>> = Object.assign(
        {},
        ...modules.map((module) => module['calls']),
      );
      for (const { calls: keys, schema } of forms) {
        const file = schema && (await this.resolve(schema.from, id));
        const body = file && (await load(file.id))[schema.name];
        if (!body || keys.length === 0)
          this.error(`${id}: createForm takes the calls as text, and a schema that is imported by its name`);
        for (const key of keys)
          if (calls[key]?.body !== body)
            this.error(
              `${id}: createForm('${key}', ${schema.name}): the body of this call is another schema`,
            );
      }
    },
  };
}

/** Not by the bundler: two imports of one file are to be one module. */
const load = (file: string) => import(pathToFileURL(file).href) as Promise<Readonly<Record<string, unknown>>>;

/** The forms that a module makes. */
function formsIn(code: string, id: string): MadeForm[] {
  const imports = new Map<string, Import>();
  const forms: MadeForm[] = [];
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      for (const specifier of specifiers)
        if (specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier')
          imports.set(specifier.local.name, { from: source.value, name: specifier.imported.name });
    },
    CallExpression: ({ callee, arguments: [calls, schema] }) => {
      const called = callee.type === 'Identifier' ? imports.get(callee.name) : undefined;
      if (called?.name !== 'createForm' || !called.from.endsWith('/create-form.tsx')) return;
      const keys = calls?.type === 'ArrayExpression' ? calls.elements : [calls];
      forms.push({
        calls: keys.flatMap((key) => (key?.type === 'Literal' ? String(key.value) : [])),
        schema: schema?.type === 'Identifier' ? imports.get(schema.name) : undefined,
      });
    },
  }).visit(parseSync(id, code, { lang: 'js' }).program);
  return forms;
}
