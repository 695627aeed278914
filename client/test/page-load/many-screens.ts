import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productWith } from '../../bench/applications.ts';
import { buildTestScreens } from '../screens/start-test-screens.ts';

const THINGS = 'order invoice customer supplier product warehouse shipment payment contract employee';
const PARTS = 'address archive audit comment document history label note price report';

/** Two screens for each name, each with a module, a title and a first call of its own. */
const more = THINGS.split(' ')
  .flatMap((thing) => PARTS.split(' ').map((part) => `${thing}-${part}`))
  .flatMap((name) => [
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
  const { folder } = await buildTestScreens(productWith('no-placeholders'), async (copy) => {
    const features = join(copy, 'client/src/features/many');
    await mkdir(features);
    for (const { file, title } of more)
      await writeFile(join(features, file), `export const Component = () => <h1>${title}</h1>;\n`);
    const product = join(copy, 'client/bench/product/app');
    const table = `import { screens as few } from '${product}/screens.ts';
export const screens = [...few, ${rows.join('\n')}];\n`;
    await writeFile(join(copy, 'client/src/app/screens.ts'), table);
    const contract = `import { calls as few } from '${product}/contract-calls.ts';
export const calls = { ...few, ${calls.join('\n')} };\n`;
    await writeFile(join(copy, 'bff/src/contract/calls/all.ts'), contract);
    await appendFile(join(product, 'layout.tsx'), `console.debug('another release');\n`);
  });
  return folder;
}
