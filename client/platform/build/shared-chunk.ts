import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

/** Pattern of React and the router. Their chunk stays cached across deploys. */
export const VENDOR =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|cookie|set-cookie-parser)\//;
const MAIN = resolve(import.meta.dirname, '../main.tsx');
const OWN = /\/client\/(?:platform|src)\//;
/** Pattern of form modules, which stay together in one large chunk. */
const FORM_ENGINE =
  /\/platform\/(?:forms\/(?!elements\/(?:field|search-form)\.|(?:confirm|transition)-button\.)|messages\/\w+\/forms\.)/;
/** Maximum source length, in characters, of a shared module with its imports. A longer one does not join the shared chunk. */
const LARGE = 20_000;

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

function addWithImports(id: string, modules: Set<string>, context: Context): void {
  if (modules.has(id)) return;
  modules.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
    addWithImports(imported, modules, context);
}

/** Returns the source length of a module and its imports, excluding modules that every page loads. */
function weightOf(id: string, context: Context): number {
  const modules = new Set<string>();
  addWithImports(MAIN, modules, context);
  const initial = modules.size;
  addWithImports(id, modules, context);
  const added = [...modules].slice(initial);
  return added.reduce((sum, module) => sum + (context.getModuleInfo(module)?.code?.length ?? 0), 0);
}

/** Puts the small modules that screens share into one chunk, to save requests. A module with large imports, such as a form, gets its own chunk. */
export const sharedChunk = {
  name: (id: string, context: Context) => (weightOf(id, context) > LARGE ? null : 'shared'),
  debugName: 'shared',
  test: (id: string) => OWN.test(id) && !FORM_ENGINE.test(id),
  minShareCount: 2,
} satisfies Rolldown.CodeSplittingGroup;
