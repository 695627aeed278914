import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productWith } from '../../bench/applications.ts';
import { buildTestScreens } from '../screens/start-test-screens.ts';

const THINGS = 'order invoice customer supplier product warehouse shipment payment contract employee'.split(
  ' ',
);
const PARTS = 'address archive audit comment document history label note price report'.split(' ');
const names = THINGS.flatMap((thing) => PARTS.map((part) => `${thing}-${part}`));

/** Two screens for each name, each with a module, a title and a first call of its own. */
const more = names.flatMap((name) => [
  { file: `list-${name}.tsx`, path: `/${name}s`, title: `All: ${name}` },
  { file: `show-${name}.tsx`, path: `/${name}s/:id`, title: `One ${name}` },
]);

const rows = more.map(
  ({ file, path, title }) =>
    `{ path: '${path}', title: '${title}', permission: 'status:read', prefetch: ['GET ${path}'], load: () => import('../features/many/${file}') },`,
);
const calls = more.map(
  ({ path }) => `'GET ${path}': { permission: 'status:read', ok: {}, errors: [], id: '', summary: '' },`,
);

/** Builds the product of the benches with 200 more screens and a change in the layout; returns its folder. */
export async function buildManyScreens(): Promise<string> {
  const { folder } = await buildTestScreens(productWith('no-placeholders'), async (folder) => {
    const features = join(folder, 'client/src/features/many');
    await mkdir(features);
    for (const { file, title } of more)
      await writeFile(join(features, file), `export const Component = () => <h1>${title}</h1>;\n`);
    await writeFile(
      join(folder, 'client/src/app/screens.ts'),
      `import { screens as few } from '../../bench/product/app/screens.ts';
export const screens = [...few, ${rows.join('\n')}];\n`,
    );
    await writeFile(
      join(folder, 'bff/src/contract/calls/all.ts'),
      `import { calls as few } from '../../../../client/bench/product/app/contract-calls.ts';
export const calls = { ...few, ${calls.join('\n')} };\n`,
    );
    await appendFile(
      join(folder, 'client/bench/product/app/layout.tsx'),
      `console.debug('another release');\n`,
    );
  });
  return folder;
}
