import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
} from 'vitest';
import { firefox } from './firefox.ts';
import { startExample, startRestartable } from './start-example.ts';
import { button, type Engine, field, link, shown, type Tab } from './tab.ts';
import { webkit } from './webkit.ts';

let application: Awaited<ReturnType<typeof startExample>>;
/** The test screens, with controls that the example does not have, and an event stream without a session. */
let screens: Awaited<ReturnType<typeof startRestartable>>;
beforeAll(async () => {
  application = await startExample(inject('example'));
  screens = await startRestartable(inject('applications').screens.main);
});
afterAll(async () => {
  await application?.stop();
  await screens?.stop();
});

/** A PNG of one pixel. Decoders ignore the bytes after its end. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = Buffer.concat([Buffer.from(PIXEL, 'base64'), new Uint8Array(200_000)]);

const lastBooking = async () => {
  const response = await fetch(`${screens.origin}/web/api/test/bookings`);
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
  const gotoScreen = (path: string) => tab.goto(`${screens.origin}/web${path}`);
  /** Opens a screen that needs a session, and signs in at the provider. */
  const signInAt = async (path: string) => {
    await goto(path);
    await tab.click(link('ada'));
    await shows('Ada Lovelace');
  };
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
    await signInAt('/notes/new');
    await goto('/?page=2&sort=title');
    await shows('Minutes of the planning meeting');
    await tab.evaluate("document.querySelector('footer').scrollIntoView()");
    const before = await tab.evaluate<number>('scrollY');
    expect(before).toBeGreaterThan(0);
    await tab.click(link('Parking during the roadworks'));
    await expect.poll(focused).toBe('Parking during the roadworks');
    expect(await path()).toBe('/web/notes/4');
    await tab.evaluate('history.back()');
    await shows('Minutes of the planning meeting');
    await expect.poll(() => tab.evaluate('scrollY')).toBe(before);
    expect(tab.problems()).toEqual([]);
  });

  test('a form sends dates, times, numbers and lists as they were entered', async () => {
    await gotoScreen('/test/booking');
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
    await signInAt('/notes/new');
    await fill({ Text: 'Without a title' });
    await tab.click(button('Add a task'));
    await tab.click(button('Create the note'));
    await shows('Title: A note needs a title.');
    expect(await focused()).toBe('Title');
    await tab.click('//section[@class="error-summary"]//li[2]/a');
    expect(await focused()).toBe('What to do');
  });

  test('input is restored after a reload', async () => {
    await signInAt('/notes/new');
    await fill({ Title: 'Half' });
    await goto('/notes/new');
    await shows('Your input has been restored');
    expect(await valueOf('title')()).toBe('Half');
  });

  test.each(['Escape', 'a click outside'])(
    '%s closes a dialog, and returns the focus to the button that opened the dialog',
    async (way) => {
      await signInAt('/notes/7');
      await tab.click(button('Delete'));
      await shows('Nobody can bring it back.');
      await (way === 'Escape' ? tab.press('Escape') : tab.clickAt(3, 3));
      await expect.poll(() => tab.evaluate("document.querySelector('dialog[open]')")).toBe(null);
      await expect.poll(focused).toBe('Delete');
    },
  );

  test('sign-in returns to the requested address; a sign-out in another tab ends the session in this tab', async () => {
    await signInAt('/notes/7?from=mail#main');
    await shows('Release 4.2 in one page');
    expect(await path()).toBe('/web/notes/7?from=mail#main');
    const other = await engine.newTab();
    await goto('/', other);
    await other.click(button('Sign out'));
    await shows('You are signed out');
  });

  test('after "Sign in again" in a new tab, the first tab no longer says that the session has ended', async () => {
    await signInAt('/notes/7');
    await expect.poll(() => tab.evaluate("document.querySelector('.notice-float') !== null")).toBe(true);
    // A restart ends all sessions.
    await application.restart();
    await shows('Your session has ended');
    await tab.click(link('Sign in again (new tab)'));
    const opened = await engine.openedTab();
    await shows('Signed in. You can close this tab.', opened);
    await expect.poll(() => shown(tab)).not.toContain('Your session has ended');
  });

  test('an event stream is shown as open before its first event, and reconnects after a restart of the BFF', async () => {
    await gotoScreen('/test/watching');
    await shows(/open, changes: \d+/);
    await screens.restart();
    const change = { method: 'POST', headers: { 'x-requested-by': 'web' } };
    await fetch(`${screens.origin}/web/api/test/changes`, change);
    await shows('open, changes: 1');
  });

  test('CSP violations and errors of screens are reported to the BFF', async () => {
    await signInAt('/notes/new');
    await goto('/');
    await shows('The list follows all changes.');
    await tab.evaluate("document.querySelector('main').setAttribute('style', 'color: red')");
    await expect.poll(application.output).toContain('"directive":"style-src-attr"');
    const fail = '{ get() { throw new Error("no dates") } }';
    await tab.evaluate(`(Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', ${fail}), 0)`);
    await tab.click(link('Next'));
    await shows('This screen could not be shown');
    await expect.poll(application.output).toContain('no dates');
  });

  test('a chosen file is uploaded with progress', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upload-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'ä.png');
    await writeFile(file, picture);
    await signInAt('/notes/7');
    await tab.click(button('Change the picture'));
    await tab.type(field('PNG file'), file);
    await fill({ Caption: `Ädä ${engineName}` });
    await tab.evaluate(`(new MutationObserver(() => {
      if (document.querySelector('progress')?.position) globalThis.isSent = true;
    }).observe(document, { attributes: true, childList: true, subtree: true }), 0)`);
    await tab.click(button('Send the picture'));
    await shows(new RegExp(`Ädä ${engineName}.*Save the picture`));
    expect(await tab.evaluate('globalThis.isSent')).toBe(true);
    const stored = await application.stored('/notes/7/picture');
    expect(picture.equals(Buffer.from(await stored.arrayBuffer()))).toBe(true);
  });
});
