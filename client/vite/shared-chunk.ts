import type { Rolldown } from 'vite';

/** React and the router. Changes only when a dependency does, so a deploy of the application leaves it in the browser's cache. */
export const VENDOR =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|cookie|set-cookie-parser)\//;
/** Modules of the platform that any screen may need. Forms come with the screens that have one. */
const PLATFORM = /\/client\/src\/(?!.*\/(forms?|invalid-fields)\b)(messages|platform|ui)\//;
const SHAREABLE = new RegExp(`${PLATFORM.source}|/client/src/features/`);
/** Characters of source. */
const LARGE = 20_000;

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** Characters of a module and of all it imports, apart from what every screen loads. */
function weightOf(id: string, context: Context, seen: Set<string>): number {
  if (seen.has(id) || VENDOR.test(id) || PLATFORM.test(id)) return 0;
  seen.add(id);
  const { code = '', importedIds = [] } = context.getModuleInfo(id) ?? {};
  return importedIds.reduce(
    (sum, imported) => sum + weightOf(imported, context, seen),
    code === null ? 0 : code.length,
  );
}

/**
 * One chunk for the small modules that screens share, so that a screen needs few requests. A large module, or one that imports a form or a
 * large package, stays with the screens that show it.
 */
export const sharedChunk = {
  name: (id: string, context: Context) => (weightOf(id, context, new Set()) > LARGE ? null : 'shared'),
  test: SHAREABLE,
  minShareCount: 2,
} satisfies Rolldown.CodeSplittingGroup;
