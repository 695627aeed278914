import { resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { Call, Roles } from '@web/bff/platform/contract/call';
import type { AnyScreen } from '#platform/routing/screen.ts';
import { environment, type ProductConfig, signIn } from '#platform/build/environment.ts';

const PLATFORM = resolve(import.meta.dirname, '../..');

export type Row = Omit<AnyScreen, 'load'> & { readonly file: string };

export interface Table {
  readonly rows: readonly Row[];
  readonly calls: Readonly<Record<string, Pick<Call, 'permission' | 'query'>>>;
  readonly permissionsOf: Roles;
}

/** Evaluates the table of screens in Node. Does not load the screens' modules: each row has its module's file name instead of `load`. */
export async function readScreens(productConfig: ProductConfig): Promise<Table> {
  const plugin: Plugin = {
    name: 'read-screens',
    enforce: 'pre',
    resolveId: (id) => (id === 'virtual:screens' ? '\0screens' : undefined),
    load(id) {
      if (id.endsWith('.tsx')) return `export const file = ${JSON.stringify(id)};`;
      if (id !== '\0screens') return undefined;
      return `import { screens } from ${JSON.stringify(resolve(PLATFORM, 'product/screens.ts'))};
import { sessionScreens } from ${JSON.stringify(resolve(PLATFORM, 'session/views/session-screens.ts'))};
export { calls } from '@web/bff/platform/contract/product/calls';
export { permissionsOf } from '@web/bff/platform/contract/product/permissions';
const table = ${signIn ? 'screens.toSpliced(1, 0, ...sessionScreens)' : 'screens'};
export const rows = await Promise.all(table.map(async ({ load, ...row }) => ({ ...row, ...(await load()) })));`;
    },
  };
  const { plugins, ...options } = environment(productConfig);
  const { module } = await runnerImport<Table>('virtual:screens', {
    logLevel: 'error',
    ...options,
    plugins: [plugin, ...plugins],
  });
  return module;
}
