import { parseSync, type Plugin, runnerImport, Visitor } from 'vite';
import type { Call } from '@web/bff/contract/kit/call';
import { isMarked } from '@web/bff/contract/kit/content';
import { bodyModule, RUNTIME } from './body-module.ts';

const NAME = /^\0?virtual:body\/(\w+)\.mjs$/;

/**
 * Gives a form the schema of its call: in `createForm('POST /things')` the key becomes an import of the call's body, so that a form brings
 * the validator of its own body and no other. `files` export the calls.
 */
export function formBodies(files: readonly string[]): Plugin {
  let reading: ReturnType<typeof readCalls> | undefined;
  const forget = () => void (reading = undefined);
  const read = () => (reading ??= readCalls(files));
  return {
    name: 'form-bodies',
    // Otherwise the page would reload when the development server finds these.
    config: () => ({ optimizeDeps: { include: RUNTIME } }),
    buildStart: forget,
    hotUpdate: forget,
    resolveId: (id) => (NAME.test(id) ? `\0${id.replace('\0', '')}` : undefined),
    async load(id) {
      const name = NAME.exec(id)?.[1];
      if (!name) return undefined;
      const { calls, dependencies } = await read();
      for (const file of dependencies) this.addWatchFile(file);
      const [key, call] = Object.entries(calls).find(([, one]) => one.id === name) ?? [];
      if (!key || !call?.body || isMarked(call.body)) return undefined;
      const twin = Object.values(calls).find(({ body }) => body === call.body)?.id;
      if (twin && twin !== name)
        return `import body from '${moduleOf(twin)}';\nexport default { ...body, key: ${JSON.stringify(key)} };`;
      return { code: bodyModule(key, call.body), moduleSideEffects: false };
    },
    async transform(code, id) {
      const found = code.includes('createForm') ? keysIn(code, id) : [];
      if (found.length === 0) return undefined;
      const { calls } = await read();
      let changed = code;
      const imports = found.map(({ key, start, end }, at) => {
        const call = calls[key];
        if (!call?.body || isMarked(call.body)) throw new Error(`${id}: no call ${key} has a JSON body`);
        changed = `${changed.slice(0, start)}__body${at}${changed.slice(end)}`;
        return `import __body${at} from '${moduleOf(call.id)}';`;
      });
      // On the first line, so that the lines stay what they are.
      return { code: imports.join(' ') + changed, map: null };
    },
  };
}

const moduleOf = (callId: string) => `virtual:body/${callId}.mjs`;

/** The calls that the files export, by their keys. */
async function readCalls(files: readonly string[]) {
  const read = await Promise.all(
    files.map((file) => runnerImport<Record<string, Record<string, Call>>>(file, { logLevel: 'error' })),
  );
  const calls: Readonly<Record<string, Call>> = Object.assign(
    {},
    ...read.flatMap(({ module }) => Object.values(module)),
  );
  return { calls, dependencies: [...files, ...read.flatMap(({ dependencies }) => dependencies)] };
}

/** The keys in `createForm('POST /things')`, the last first. Throws for one that is not written there. */
function keysIn(code: string, id: string) {
  const names = new Set<string>();
  const keys: { readonly key: string; readonly start: number; readonly end: number }[] = [];
  const { program } = parseSync(id, code, { lang: 'js' });
  new Visitor({
    ImportSpecifier: ({ imported, local }) => {
      if (imported.type === 'Identifier' && imported.name === 'createForm') names.add(local.name);
    },
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type !== 'Identifier' || !names.has(callee.name)) return;
      for (const one of given) {
        if (one.type !== 'Literal' || typeof one.value !== 'string')
          throw new Error(
            `${id}: createForm takes the key of a call as it is, such as createForm('POST /things')`,
          );
        keys.unshift({ key: one.value, start: one.start, end: one.end });
      }
    },
  }).visit(program);
  return keys;
}
