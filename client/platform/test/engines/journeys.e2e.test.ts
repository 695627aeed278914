import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { firefox } from './firefox.ts';
import { startEngineScreens } from './start-engine-screens.ts';
import { button, type Engine, field, link, shown, type Tab } from './tab.ts';
import { webkit } from './webkit.ts';

let application: Awaited<ReturnType<typeof startEngineScreens>>;
beforeAll(async () => {
  application = await startEngineScreens();
});
afterAll(() => application?.stop());

const lastBooking = async () => {
  const response = await fetch(`${application.origin}/web/api/test/bookings`);
  return ((await response.json()) as { bookings: unknown[] }).bookings.at(-1);
};

describe.each([
  ['Firefox', firefox],
  ['WebKit', webkit],
])('in %s', (engineName, launch) => {
  let engine: Engine;
  let tab: Tab;
  beforeEach(async () => {
    engine = await launch();
    ({ tab } = engine);
  });
  afterEach(() => engine?.close());

  const goto = (path: string, of = tab) => of.goto(`${application.origin}/web${path}`);
  const shows = async (text: string | RegExp, of = tab) => await expect.poll(() => shown(of)).toMatch(text);
  const path = () => tab.evaluate<string>('location.pathname + location.search + location.hash');
  const focused = () =>
    tab.evaluate<string>('document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText');
  const valueOf = (name: string) => () => tab.evaluate<string>(`document.forms[0]['${name}'].value`);
  /** True if the field is marked as empty. WebKit shows today's date in an empty field, which the style sheet then hides. */
  const isEmptyDate = (name: string) => () =>
    tab.evaluate<boolean>(`document.forms[0]['${name}'].matches('[data-empty]')`);
  const fill = async (texts: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(texts)) await tab.type(field(label), text);
  };

  test('a deep link shows its screen; a link focuses the next screen, and Back restores screen and scroll position', async () => {
    await goto('/test/listing/a%2Fb?page=2');
    await shows('read {"page":"2"}');
    await shows('The part: part');
    await tab.evaluate("document.querySelector('[href$=reading]').scrollIntoView()");
    const before = await tab.evaluate<number>('scrollY');
    expect(before).toBeGreaterThan(200);
    await tab.click(link('To reading'));
    await expect.poll(focused).toBe('Reading');
    expect(await path()).toBe('/web/test/reading');
    await tab.evaluate('history.back()');
    await shows('read {"page":"2"}');
    await expect.poll(() => tab.evaluate('scrollY')).toBe(before);
    expect(tab.problems()).toEqual([]);
  });

  test('a form sends dates, times, numbers and lists as they were entered', async () => {
    await goto('/test/booking');
    await fill({ Name: `Ädä ${engineName}`, City: 'London', Price: '1,234.5', PIN: '0012' });
    expect(await isEmptyDate('arrival')()).toBe(true);
    await tab.enter(field('From'), '01', '01', '2026');
    await tab.enter(field('To'), '01', '02', '2026');
    await tab.enter(field('Arrival'), '01', '01', '2026', '12', '30', 'PM');
    await expect.poll(isEmptyDate('arrival')).toBe(false);
    await tab.click(field('A regular guest'));
    await tab.click(button('Add a tag'));
    await fill({ 'Tag 1': 'quiet' });
    // WebKit has a 24-hour clock and ignores `PM`, but 12:30 PM is 12:30 there, too.
    const arrival = await tab.evaluate("new Date('2026-01-01T12:30').toISOString()");
    await tab.click(button('Book'));
    await expect.poll(lastBooking).toMatchObject({
      guest: { name: `Ädä ${engineName}`, regular: true },
      period: { from: '2026-01-01', to: '2026-01-02' },
      ...{ price: 1234.5, arrival, pin: '0012', tags: ['quiet'] },
    });
    await expect.poll(valueOf('guest.name')).toBe('');
    await expect.poll(isEmptyDate('arrival')).toBe(true);
    expect(tab.problems()).toEqual([]);
  });

  test('the first invalid field is focused, and the links of the error summary focus the other invalid fields', async () => {
    await goto('/test/booking');
    await fill({ Name: 'Ada', Price: 'cheap' });
    await tab.click(button('Book'));
    await shows('Price: Enter a number, such as 1.5.');
    expect(await focused()).toBe('City');
    await tab.click(link('Price: Enter a number, such as 1.5.'));
    expect(await focused()).toBe('Price');
  });

  test('input is restored after a reload', async () => {
    await goto('/test/booking');
    await fill({ Name: 'Half' });
    await goto('/test/booking');
    await shows('Your input has been restored');
    expect(await tab.evaluate('document.querySelector(\'[name="guest.name"]\').value')).toBe('Half');
  });

  test.each(['Escape', 'a click outside'])(
    '%s closes a dialog, and returns the focus to the button that opened the dialog',
    async (way) => {
      await goto('/test/choosing');
      await tab.click(button('Edit One'));
      await shows('Editing');
      await (way === 'Escape' ? tab.press('Escape') : tab.clickAt(3, 3));
      await expect.poll(() => tab.evaluate("document.querySelector('dialog').open")).toBe(false);
      await expect.poll(focused).toBe('Edit One');
    },
  );

  test('sign-in returns to the requested address; a sign-out in another tab ends the session in this tab', async () => {
    await goto('/things?page=2#top');
    await tab.click(link('ann'));
    await shows('Things of ann');
    expect(await path()).toBe('/web/things?page=2#top');
    const other = await engine.newTab();
    await goto('/', other);
    await other.click(button('Sign out'));
    await shows('You are signed out');
  });

  test('after "Sign in again" in a new tab, the first tab no longer says that the session has ended', async () => {
    await goto('/things');
    await tab.click(link('ann'));
    await shows('Things of ann');
    await expect.poll(() => tab.evaluate("document.querySelector('.notice-float') !== null")).toBe(true);
    // A restart ends all sessions.
    await application.restart();
    await tab.click(button('Read again'));
    await shows('Your session has ended');
    await tab.click(link('Sign in again (new tab)'));
    const opened = await engine.openedTab();
    await shows('Signed in. You can close this tab.', opened);
    await expect.poll(() => shown(tab)).not.toContain('Your session has ended');
  });

  test('an event stream is shown as open before its first event, and reconnects after a restart of the BFF', async () => {
    await goto('/test/watching');
    await shows(/open, changes: \d+/);
    await application.restart();
    const change = { method: 'POST', headers: { 'x-requested-by': 'web' } };
    await fetch(`${application.origin}/web/api/test/changes`, change);
    await shows('open, changes: 1');
  });

  test('CSP violations and errors of screens are reported to the BFF', async () => {
    await goto('/test/counting');
    await tab.evaluate("document.querySelector('main').setAttribute('style', 'color: red')");
    await expect.poll(application.output).toContain('"directive":"style-src-attr"');
    await tab.evaluate('(Array.from = () => { throw new Error("no rows") }, 0)');
    await tab.click(button('More'));
    await shows('This screen could not be shown');
    await expect.poll(application.output).toContain('no rows');
  });

  test('a chosen file is uploaded with progress', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upload-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'ä.png');
    await writeFile(file, new Uint8Array(200_000));
    await goto('/test/uploading');
    await tab.type('//input[@type="file"]', file);
    await tab.click(button('Send'));
    await shows('"bytes":[200000]');
    await expect
      .poll(() => tab.evaluate("document.querySelector('[data-testid=seen]').innerText"))
      .toMatch(/\d/);
  });
});
