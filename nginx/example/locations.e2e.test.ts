import { expect, onTestFinished, test } from 'vitest';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { startNginx } from '#platform/testing/start-nginx.ts';

test('the address of the help redirects to the handbook', async () => {
  const nginx = await startNginx({ bffPort: 9 });
  onTestFinished(nginx.stop);
  const help = `http://127.0.0.1:${nginx.port}${BASE_PATH}/help`;
  const { status, headers } = await fetch(help, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, `${BASE_PATH}/handbook/start`]);
});
