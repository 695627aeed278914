import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, documents, open, press, heading, deferredHasRun, announced, counted } = onTestScreens();

const scripts = (name: string) => `**/assets/${name}-*.js`;
const anotherBuild = () =>
  page().route('**/web/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<html lang="en" data-build="another">' }),
  );
/** Fails requests for a script in one of the ways in which a network or a deploy does. Returns a function that ends the failure. */
const failures = {
  'while the browser is offline': async () => {
    await page().context().setOffline(true);
    return () => page().context().setOffline(false);
  },
  'while the script does not arrive': async (name: string) => {
    await page().clock.install();
    const released = Promise.withResolvers<void>();
    const asked = page().waitForRequest(scripts(name));
    await page().route(scripts(name), async (route) => {
      await released.promise;
      await route.continue();
    });
    void asked.then(() => page().clock.fastForward(15_000));
    return async () => released.resolve();
  },
  'while the connection breaks': async (name: string) => {
    await page().route(scripts(name), (route) => route.abort());
    return () => page().unroute(scripts(name));
  },
  'after a deploy': async (name: string) => {
    await anotherBuild();
    await page().route(scripts(name), (route) => route.fulfill({ status: 404 }));
    return () => page().unroute(scripts(name));
  },
};
type Failure = keyof typeof failures;

test.each<[Failure, string]>([
  ['while the browser is offline', 'You are offline'],
  ['while the script does not arrive', 'No response in time'],
  ['while the connection breaks', 'No connection'],
])('a link that is pressed %s shows "%s", and the screen once its script arrives', async (failure, text) => {
  await open('Counting');
  await deferredHasRun();
  const heal = await failures[failure]('reading-screen');
  await press('Reading');
  await heading(text);
  expect(new URL(page().url()).pathname).toBe('/web/test/reading');
  await heal();
  if (failure !== 'while the browser is offline')
    await page().getByRole('button', { name: 'Try again' }).click();
  await heading('Reading');
  expect(documents()).toBe(1);
});

test('a link that is pressed after a deploy reloads the page once; if that does not help, the screen offers to load the page again', async () => {
  await open('Writing');
  await deferredHasRun();
  const heal = await failures['after a deploy']('reading-screen');
  await press('Reading');
  await heading('New version');
  expect(documents()).toBe(2);
  await heal();
  await page().getByRole('button', { name: 'Load again' }).click();
  await heading('Reading');
});

test.each<[Failure, string]>([
  ['while the browser is offline', 'You are offline. Please connect and try again.'],
  ['while the script does not arrive', 'No response in time. Please try again.'],
  ['while the connection breaks', 'No connection. Please try again.'],
  ['after a deploy', 'New version. Please load the page again.'],
])('an upload that is sent %s says "%s"', async (failure, text) => {
  await open('Uploading');
  const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(10) };
  await page().getByLabel('Files').setInputFiles(file);
  const heal = await failures[failure]('send-form');
  const send = page().getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await expect.poll(announced).toBe(text);
  await heal();
  await send.click();
  await page().getByText('"bytes":[10]').waitFor();
});

test.each(['while the script does not arrive', 'while the connection breaks', 'after a deploy'] as const)(
  'a form that is submitted %s is pending, and sent without its check',
  async (failure) => {
    await failures[failure]('check-body');
    await open('Writing');
    const sent = counted('POST', 'titles');
    await page().getByLabel('Title').fill('T');
    await page().getByLabel('Copies').fill('1');
    await page().getByRole('button', { name: 'Send' }).click();
    if (failure === 'while the script does not arrive') {
      await page().getByRole('button', { name: 'Sending …', disabled: true }).waitFor();
      expect(sent()).toBe(0);
    }
    await expect.poll(sent).toBe(1);
    expect(documents()).toBe(1);
  },
);

test.each(['while the script does not arrive', 'while the connection breaks', 'after a deploy'] as const)(
  'a search that is submitted %s starts without its check',
  async (failure) => {
    await failures[failure]('search-errors');
    await open('Searching');
    await page().getByLabel('Query', { exact: true }).fill('x');
    await page().getByRole('button', { name: 'Search', exact: true }).click();
    await page().getByText('read {"q":"x","size":"20","sort":"title"}').waitFor();
    expect(documents()).toBe(1);
  },
);
