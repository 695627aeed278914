import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, origin, open } = onTestScreens();

const STORED = '/web/favicon.svg';
const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
/** An image of the page: 600 by 300 pixels. */
const image = () => page().screenshot({ clip: { x: 0, y: 0, width: 600, height: 300 } });
const figure = (name: string) => page().getByRole('figure', { name });
const input = () => page().getByLabel('Scans');
const chosen = () =>
  input().evaluate((element) => Array.from((element as HTMLInputElement).files ?? [], ({ name }) => name));
/** Width and height of a preview, and whether its middle is opaque. */
const drawn = (name: string) =>
  figure(name)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const pixel =
        width > 1 ? canvas.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data[3] : 0;
      return [width, height, pixel];
    });
const notShown = (name: string) =>
  figure(name)
    .getByRole('status')
    .filter({ hasText: `“${name}” cannot be shown.` });

test('a form shows the stored image, then the chosen ones before they are sent, and sends those that the user has not removed', async () => {
  await page().goto(`${origin()}/web/test/scanning?stored=${STORED}`);
  const stored = page().getByRole('img', { name: 'The last scan' });
  await expect
    .poll(() => stored.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await page().getByLabel('Title').fill('Passport');
  await input().setInputFiles([
    fileOf('front.png', await image()),
    fileOf('back.png', await image()),
    fileOf('x.png', await image()),
  ]);
  for (const name of ['front.png', 'back.png', 'x.png'])
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => drawn(name)).toEqual([192, 96, 255]);
  expect(await stored.count()).toBe(0);
  await page().getByRole('button', { name: 'Remove back.png' }).press('Enter');
  await figure('back.png').waitFor({ state: 'detached' });
  expect(await chosen()).toEqual(['front.png', 'x.png']);
  expect(await input().evaluate((element) => element === document.activeElement)).toBe(true);
  await page().getByRole('button', { name: 'Send', exact: true }).click();
  await page()
    .getByText(/"bytes":\[\d+,\d+\]/)
    .waitFor();
  // A sent file is not sent again.
  await stored.waitFor();
  await input().setInputFiles([fileOf('front.png', await image())]);
  await page().getByRole('button', { name: 'Remove front.png' }).click();
  await stored.waitFor();
  expect([await chosen(), problems()]).toEqual([[], []]);
});

test('a file that is not an intact image has a text instead of a preview', async () => {
  await open('Scanning');
  const whole = await image();
  const cut = fileOf('cut.png', whole.subarray(0, whole.length / 2));
  const text = fileOf('text.png', Buffer.from('no image'));
  const script = fileOf(
    'script.svg',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  );
  await input().setInputFiles([cut, text, fileOf('whole.png', whole), script]);
  for (const name of ['cut.png', 'text.png', 'script.svg'])
    // oxlint-disable-next-line no-await-in-loop
    await notShown(name).waitFor();
  await expect.poll(() => drawn('whole.png')).toEqual([192, 96, 255]);
  expect(await figure('whole.png').getByRole('status').textContent()).toBe('');
  // The previews follow the next choice, and a reset.
  await input().setInputFiles([fileOf('text.png', whole)]);
  await expect.poll(() => drawn('text.png')).toEqual([192, 96, 255]);
  expect(await page().getByRole('figure').count()).toBe(1);
  await page().getByRole('button', { name: 'Reset' }).click();
  await page().getByRole('figure').waitFor({ state: 'detached' });
  expect(problems()).toEqual([]);
});

test('a stored image that cannot be loaded has a text', async () => {
  await page().goto(`${origin()}/web/test/scanning?stored=/web/api/test/uploads`);
  await page().getByText('“The last scan” cannot be shown.').waitFor();
  expect(await page().getByRole('img').count()).toBe(0);
});
