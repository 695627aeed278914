import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root, run } from '@web/bff/platform/testing/processes';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { buildTestBundle } from '@web/bff/platform/test/test-bundles';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { chromium } from '#platform/testing/browser/chromium.ts';

const screen = `import './tailwind.css';
import { Badge } from '#platform/ui/badge.tsx';
import { Button } from '#platform/ui/button.tsx';
import { Link } from '#platform/ui/link.tsx';
import { Page } from '#platform/ui/page.tsx';

export const Component = () => (
  <Page heading="Utilities">
    <Button className="rounded-none bg-ground px-12 text-accent">Save</Button>
    <Button>Plain</Button>
    <Link to="/" className="underline hover:no-underline">Home</Link>
    <div className="grid grid-cols-2 gap-8"><Badge>one</Badge><Badge>two</Badge></div>
  </Page>
);
`;

test('Tailwind’s utilities override the platform’s styles, and do not change components that use no utility', async () => {
  const folder = await scratchCopy();
  onTestFinished(() => rm(folder, { recursive: true }));
  const recipe = await readFile(join(root, 'client/docs/components.md'), 'utf8');
  const css = /```css\n(@import 'tailwindcss[^]*?)```/.exec(recipe)?.[1] ?? '';
  const feature = join(folder, 'client/src/features/specification');
  await writeFile(join(feature, 'tailwind.css'), css);
  await writeFile(join(feature, 'home-screen.tsx'), screen);
  const config = join(folder, 'client/vite.config.ts');
  const text = await readFile(config, 'utf8');
  const plugin = `import tailwindcss from '@tailwindcss/vite';\n`;
  await writeFile(config, plugin + text.replace('plugins: []', 'plugins: [tailwindcss()]'));
  await run('node', ['client/platform/build/build.ts'], { cwd: folder });
  const bff = await startBff({}, await buildTestBundle(undefined, folder));
  onTestFinished(bff.stop);
  const browser = await chromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${bff.port}/web/`);

  const styleOf = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => {
      const { borderRadius, paddingLeft, backgroundColor, color, cursor } = getComputedStyle(button);
      return { borderRadius, paddingLeft, backgroundColor, color, cursor };
    });
  const [changed, plain] = [await styleOf('Save'), await styleOf('Plain')];
  expect(changed).toEqual({
    borderRadius: '0px',
    paddingLeft: '48px',
    backgroundColor: 'rgb(246, 246, 242)',
    color: plain.backgroundColor,
    cursor: 'pointer',
  });
  expect(plain).toMatchObject({ borderRadius: '8px', backgroundColor: 'rgb(11, 92, 84)' });
  const gap = await page.locator('.grid').evaluate((grid) => getComputedStyle(grid).columnGap);
  expect(gap).toBe('32px');
});
