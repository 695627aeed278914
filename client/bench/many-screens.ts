import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildCopy } from './build-copy.ts';
import { total } from './first-load-files.ts';
import { productCopy } from './product/applications.ts';

const THINGS = [
  ...['order', 'invoice', 'customer', 'supplier', 'product', 'warehouse', 'shipment', 'payment', 'contract'],
  ...['employee', 'department', 'project', 'budget', 'campaign', 'discount', 'refund', 'ticket', 'meeting'],
  ...['vehicle', 'machine', 'location', 'region', 'currency', 'tax-rate', 'price-list', 'report', 'document'],
  ...['template', 'message', 'subscription', 'licence', 'device', 'certificate', 'audit', 'incident', 'task'],
  ...['holiday', 'training', 'candidate', 'vacancy'],
];
const SCREENS = [
  { screen: 'list', path: '', title: 's', first: '' },
  { screen: 'create', path: '/new', title: ': create', first: '' },
  { screen: 'show', path: '/:id', title: ' details', first: '/:id' },
  { screen: 'edit', path: '/:id/edit', title: ': edit', first: '/:id' },
  { screen: 'history', path: '/:id/history', title: ' history', first: '/:id/history' },
];

interface Cost {
  readonly screens: number;
  /** Bytes of brotli a screen adds to every first load: to the document and the application's script. */
  readonly each: number;
}

/** Builds the application with and without 200 generated screens, each with a module, a title and a first call of its own. */
export async function costOfScreen(): Promise<Cost> {
  const folder = await productCopy();
  try {
    const before = await built(folder);
    const rows = THINGS.flatMap((thing) => SCREENS.map((kind) => ({ thing, ...kind })));
    for (const { thing, screen } of rows) {
      const file = join(folder, `client/src/features/${thing}/${screen}-${thing}.tsx`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, moduleOf(`${screen} ${thing}`));
    }
    const table = join(folder, 'client/src/app/screens.ts');
    const text = await readFile(table, 'utf8');
    const with200 = text.replace(/\n\];\n$/, `\n${rows.map(rowOf).join('\n')}\n];\n`);
    if (with200 === text) throw new Error('screens.ts does not end with its table');
    await writeFile(table, with200);
    const contract = join(folder, 'bff/src/contract/calls/all.ts');
    const calls = await readFile(contract, 'utf8');
    const withCalls = calls.replace('export const calls = {', `$&\n${rows.map(callOf).join('\n')}`);
    if (withCalls === calls) throw new Error('calls/all.ts does not export its calls');
    await writeFile(contract, withCalls);
    const after = await built(folder);
    return { screens: rows.length, each: (after - before) / rows.length };
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Row = { readonly thing: string } & (typeof SCREENS)[number];

const keyOf = ({ thing, first }: Row) => `GET /${thing}s${first.replace(':id', `:${camel(thing)}Id`)}`;

const callOf = (row: Row) =>
  `  '${keyOf(row)}': { permission: 'status:read', ok: {}, errors: [], id: '', summary: '' },`;

const rowOf = ({ thing, screen, path, title, first }: Row) => `  {
    path: '/${thing}s${path.replace(':id', `:${camel(thing)}Id`)}',
    title: '${thing[0]?.toUpperCase()}${thing.slice(1).replaceAll('-', ' ')}${title}',
    permission: 'status:read',
    prefetch: ['${keyOf({ thing, screen, path, title, first })}'],
    load: () => import('../features/${thing}/${screen}-${thing}.tsx'),
  },`;

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const moduleOf = (heading: string): string => `export function Component() {
  return <h1>${heading}</h1>;
}
`;

const built = async (folder: string): Promise<number> => total(await buildCopy(folder));
