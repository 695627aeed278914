import type { Rolldown } from 'vite';

/** React and the router, which stay in the browser's cache across deploys. */
export const VENDOR =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|cookie|set-cookie-parser)\//;
/** Modules of the platform that any screen may need, without forms. */
const PLATFORM =
  /\/client\/(?:platform\/(?:api|deploys|document|language|messages|reports|screens|session|ui)|src\/messages)\/(?!.*\b(forms?|invalid-fields)\b)/;
/** In characters of source. */
const LARGE = 20_000;

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** Returns the characters of a module and its imports, without vendor and platform modules. */
function weightOf(id: string, context: Context, seen: Set<string>): number {
  if (seen.has(id) || VENDOR.test(id) || PLATFORM.test(id)) return 0;
  seen.add(id);
  const { code, importedIds = [] } = context.getModuleInfo(id) ?? {};
  const imports = importedIds.map((imported) => weightOf(imported, context, seen));
  return imports.reduce((sum, weight) => sum + weight, code?.length ?? 0);
}

/** Chunk of the small modules that screens share, to save requests. A module with large imports, such as a form, gets its own chunk. */
export const sharedChunk = {
  name: (id: string, context: Context) => (weightOf(id, context, new Set()) > LARGE ? null : 'shared'),
  test: new RegExp(`${PLATFORM.source}|/client/src/features/`),
  minShareCount: 2,
} satisfies Rolldown.CodeSplittingGroup;
