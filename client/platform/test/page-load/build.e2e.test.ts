import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';

test('if the layout cannot be rendered in Node, the build fails and prints the cause', async () => {
  const folder = await scratchCopy();
  onTestFinished(() => rm(folder, { recursive: true }));
  await appendFile(join(folder, 'client/src/app/layout.tsx'), 'document.title = document.title.trim();\n');
  await expect(run('node', ['client/platform/build/build.ts'], { cwd: folder })).rejects.toMatchObject({
    stderr: expect.stringContaining(
      'failed to render src/app/layout.tsx and the placeholders in Node, which has no document and no window: ReferenceError: document is not defined',
    ),
  });
});

test.each([
  ['responseMarks(key).answers.at(0).isFinal', 'isFinal in the response of GET /status'],
  ['responseMarks(key).canWrite ?? null', 'canWrite in the response of GET /status'],
  ['responseMarks(key).flags.map((flag) => flag)', 'item in the response of GET /status'],
])(
  'a placeholder that reads a Boolean, %s, stops the build, which names the Boolean',
  async (read, named) => {
    const folder = await scratchCopy();
    onTestFinished(() => rm(folder, { recursive: true }));
    const call = join(folder, 'bff/src/contract/calls/status.ts');
    const members = `canWrite: Type.Union([Type.Boolean(), Type.Null()]), flags: Type.Array(Type.Boolean()), answers: Type.Array(Type.Object({ isFinal: Type.Literal(true) })),`;
    const text = await readFile(call, 'utf8');
    await writeFile(call, text.replace('Status = Type.Object({', `Status = Type.Object({ ${members}`));
    await writeFile(
      join(folder, 'client/src/app/placeholders.tsx'),
      `import { responseMarks } from '#platform/screens/response-marks.tsx';
     const key = 'GET /status';
     const shown = ${read};
     export const placeholders = { '/': shown ? <b>yes</b> : <i>no</i> };`,
    );
    await expect(run('node', ['client/platform/build/build.ts'], { cwd: folder })).rejects.toMatchObject({
      stderr: expect.stringContaining(`a placeholder reads the Boolean ${named}`),
    });
  },
);

test('an image that the layout imports has its bundled URL in the document', async () => {
  const folder = await scratchCopy();
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'client/src/app/logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const layout = `import logo from './logo.svg';\nexport const Layout = () => <img src={logo} alt="" />;\n`;
  await writeFile(join(folder, 'client/src/app/layout.tsx'), layout);
  await run('node', ['client/platform/build/build.ts'], { cwd: folder });
  const document = await readFile(join(folder, 'client/dist/identity/index.html'), 'utf8');
  expect(document).toMatch(/<style>@layer theme,base,platform,components,utilities;@layer platform\{/);
  expect(document).toMatch(/<img src="\/web\/assets\/logo-[\w-]+\.svg"/);
});
