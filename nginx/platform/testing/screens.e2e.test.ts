import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { visit } from '@web/client/platform/testing/browser/visit';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { root } from '@web/bff/platform/testing/processes';
import { productEnv } from '@web/bff/platform/testing/product-env';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { startNginx } from './start-nginx.ts';
import { startServer } from './start-server.ts';

/** Imported dynamically, because its types need the DOM. */
const table = (await import(join(root, 'client/src/app/screens.ts'))) as {
  readonly screens: readonly { readonly path: string }[];
};

test('every screen opens, through the BFF and through nginx', async () => {
  const service = await startServer((_request, response) => response.writeHead(404).end());
  onTestFinished(service.stop);
  const bff = await startBff(productEnv(`http://127.0.0.1:${service.port}`), join(root, 'bff/dist/main.js'));
  onTestFinished(bff.stop);
  const nginx = await startNginx({ bffPort: bff.port });
  onTestFinished(nginx.stop);
  const browser = await chromium();
  onTestFinished(() => browser.close());
  for (const { port } of [bff, nginx]) {
    const origin = `http://127.0.0.1:${port}`;
    for (const { path } of table.screens) {
      const { page, problems } = await visit(browser, origin);
      const document = await page.goto(`${origin}${BASE_PATH}${path.replaceAll(/:\w+/g, '1')}`);
      expect([path, document?.status()]).toEqual([path, 200]);
      // Waits for the heading of the screen or of the error screen.
      await page.locator('main h1').first().waitFor();
      // Failed calls are expected.
      const faults = problems().filter((problem) => !/^console: Failed to load resource/.test(problem));
      expect([path, faults]).toEqual([path, []]);
      await page.context().close();
    }
  }
}, 300_000);
