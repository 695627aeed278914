import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productWith } from '#platform/bench/applications.ts';
import { buildTestScreens } from '#platform/test/screens/start-test-screens.ts';

/** Screens that each use three of six small shared modules. The first two also use a large one, the last two a form. */
export const EIGHT_SCREENS = Array.from({ length: 8 }, (_, index) => `/screen-${index + 1}`);

/** Maximum number of requests of a first load. A form adds its scripts and styles. */
export const mostRequests = (path: string): number => (EIGHT_SCREENS.indexOf(path) < 6 ? 8 : 9);

const KILOBYTE = 1_000;
let seed = 1;
/** Creates reproducible text that compresses poorly. */
const noise = (bytes: number): string =>
  Array.from({ length: bytes / 4 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed % 1_679_616).toString(36).padStart(4, '0');
  }).join('');

const smallModule = (part: number) => `import './part-${part}.css';
export const Part${part} = ({ text }: { readonly text: string }) => (
  <p className="part-${part}" title="${noise(KILOBYTE)}">{text}</p>
);
`;
const styles = (part: number) => `.part-${part} { margin: ${part}px; --noise: '${noise(200)}' }\n`;
const form = `import { createForm } from '#platform/forms/create-form.tsx';
import { Titled } from '@web/bff/platform/test/calls/form-calls';
export const TitleForm = (createForm as any)('POST /test/titles', Titled);
`;

function screenModule(index: number): string {
  const parts = [0, 1, 3].map((offset) => (index + offset) % 6);
  const hasForm = index >= 6;
  const isLarge = index < 2;
  return [
    ...parts.map((part) => `import { Part${part} } from './shared/part-${part}.tsx';`),
    ...(isLarge ? [`import { large } from './shared/large.ts';`] : []),
    ...(hasForm ? [`import { TitleForm } from './shared/title-fields.tsx';`] : []),
    `import { Page } from '#platform/ui/page.tsx';`,
    ...(index % 2 ? [`import { Notice } from '#platform/ui/notice.tsx';`] : []),
    `export const Component = () => (
  <Page heading="Screen ${index + 1}">
    ${parts.map((part) => `<Part${part} text="x" />`).join('')}
    ${isLarge ? '<p>{large.length}</p>' : ''}
    ${hasForm ? '<TitleForm><TitleForm.Field name="title" label="Title" /></TitleForm>' : ''}
    ${index % 2 ? '<Notice kind="info">A notice</Notice>' : ''}
  </Page>
);
`,
  ].join('\n');
}

export const buildEightScreens = () =>
  buildTestScreens(productWith('no-placeholders'), async (copy) => {
    const feature = join(copy, 'client/src/features/eight');
    const shared = join(feature, 'shared');
    await mkdir(shared, { recursive: true });
    await writeFile(join(shared, 'large.ts'), `export const large = '${noise(100 * KILOBYTE)}';\n`);
    await writeFile(join(shared, 'title-fields.tsx'), form);
    for (let part = 0; part < 6; part += 1) {
      await writeFile(join(shared, `part-${part}.tsx`), smallModule(part));
      await writeFile(join(shared, `part-${part}.css`), styles(part));
    }
    for (const index of EIGHT_SCREENS.keys())
      await writeFile(join(feature, `screen-${index + 1}.tsx`), screenModule(index));
    const rows = EIGHT_SCREENS.map(
      (path) =>
        `{ path: '${path}', title: 'Number ${path}', permission: 'status:read', load: () => import('../features/eight${path}.tsx') },`,
    );
    const table = `import { screens as two } from '${join(copy, 'client/platform/bench/product/app/screens.ts')}';
export const screens = [...two, ${rows.join('\n')}];\n`;
    await writeFile(join(copy, 'client/src/app/screens.ts'), table);
    const contract = `import { calls as few } from '${join(copy, 'client/platform/bench/product/app/contract-calls.ts')}';
import { formCalls } from '${join(copy, 'bff/platform/test/calls/form-calls.ts')}';
export const calls = { ...few, ...formCalls };\n`;
    await writeFile(join(copy, 'bff/src/contract/calls/all.ts'), contract);
  });
