import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTarget } from '#platform/conformance/target.ts';
import { runCases } from '#platform/conformance/run-cases.ts';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { startStack } from './compose.ts';
import { run } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { isShown, visit } from '@web/client/platform/testing/browser/visit';

const secret = 'a-secret-of-the-test';

test('every conformance case passes at another BASE_PATH, with and without nginx', async () => {
  const folder = await scratchCopy();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const constants = join(folder, 'bff/src/contract/constants.ts');
  const text = await readFile(constants, 'utf8');
  await writeFile(constants, text.replace(`BASE_PATH = '/web'`, `BASE_PATH = '/portal/x'`));
  await run('node', ['client/platform/build/build.ts'], { cwd: folder });

  // Trusts only the address of another machine, so that the tests are not a trusted proxy.
  const settings = { DIAGNOSTICS: secret, TRUSTED_PROXIES: '192.0.2.1' };
  const embedded = await startBff(settings, join(folder, 'bff/dist/main.js'), '/portal/x');
  onTestFinished(embedded.stop);
  const stack = await startStack({
    name: 'web-e2e-portal',
    subnet: '172.30.94.0/24',
    folder,
    base: '/portal/x',
    testCalls: false,
    env: { DIAGNOSTICS: secret },
  });
  onTestFinished(stack.stop);
  const browser = await chromium();
  onTestFinished(() => browser.close());
  for (const { port } of [embedded, stack]) {
    const target = openTarget(`http://127.0.0.1:${port}/portal/x`, { ownsOrigin: true, secret });
    const results = await runCases(target);
    // This product has no sign-in.
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toMatchObject(
      ['21e', '21f', '34c'].map((id) => ({ id, outcome: 'not-observable' })),
    );
    expect((await target.request('/web/')).status).toBe(404);
    const { page, problems } = await visit(browser, target.origin, '/portal/x');
    await page.goto(`${target.origin}/portal/x`);
    await isShown(page);
    expect(new URL(page.url()).pathname).toBe('/portal/x/');
    expect(problems()).toEqual([]);
  }
});
