import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteTokens } from '@web/bff/test/session/note-tokens';
import { chromium } from '@web/client/test/browser/chromium';
import { isShown } from '@web/client/test/browser/visit';
import { beAtProvider, signIn, signOut } from './sign-in.ts';
import { startWalkthrough, type Walkthrough } from './start-walkthrough.ts';

let walkthrough: Walkthrough;
let browser: Browser;
/** All tokens that the provider gives out. */
const tokens = new Set<string>();

beforeAll(async () => {
  walkthrough = await startWalkthrough();
  browser = await chromium();
  walkthrough.provider.intercept = ({ url }, response, next) => {
    if (url === '/token') noteTokens(response, (token) => tokens.add(token));
    next();
  };
});

afterAll(async () => {
  await browser?.close();
  await walkthrough?.stop();
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
const title = (page: Page) => page.getByLabel('Title', { exact: true });
const add = (page: Page) => page.getByRole('button', { name: 'Add the note' }).click();

/** Ada's list of notes, in a browser of her own. */
async function notesOfAda(): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${walkthrough.recorded.origin}/web/notes`);
  await signIn(page, 'ada');
  await page.getByText('Ada Lovelace').waitFor();
  return page;
}

/** Ends the session behind the back of the page. */
async function endSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies(`${walkthrough.origin}/web/api/`);
  const reply = await fetch(`${walkthrough.origin}/web/api/session`, {
    method: 'DELETE',
    headers: {
      'x-requested-by': 'test',
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
  });
  expect(reply.status).toBe(200);
}

/** A note that is half filled when the session ends; it is sent, and the dialog opens a window of the provider. */
async function windowUnderForm(page: Page, note: string): Promise<Page> {
  await title(page).fill(note);
  await endSession(page);
  await add(page);
  await dialog(page).waitFor();
  const opened = page.context().waitForEvent('page');
  // The provider has no session of its own any more, so it asks who it is.
  await page.context().clearCookies({ name: /^_session/ });
  await dialog(page).getByRole('button', { name: 'Sign in again' }).click();
  const provider = await opened;
  await provider.getByRole('heading', { name: 'Who are you?' }).waitFor();
  // The application's pages have a Cross-Origin-Opener-Policy: the window does not know the page.
  expect(await provider.evaluate(() => opener)).toBe(null);
  return provider;
}

const notesCalled = async (note: string) => {
  const reply = await fetch(`${walkthrough.origin}/web/api/notes?q=${encodeURIComponent(note)}`);
  return ((await reply.json()) as { items: unknown[] }).items.length;
};

test('a note that is half filled when the session ends is there once, after the person has signed in at the provider in a window', async () => {
  const page = await notesOfAda();
  const provider = await windowUnderForm(page, 'The kept');
  const closed = provider.waitForEvent('close');
  await beAtProvider(provider, 'ada');
  await closed;
  await dialog(page).waitFor({ state: 'hidden' });
  expect([await title(page).inputValue(), await notesCalled('The kept')]).toEqual(['The kept', 0]);
  await add(page);
  await page.getByText('The kept (draft)').waitFor();
  expect([await title(page).inputValue(), await notesCalled('The kept')]).toEqual(['', 1]);
  await page.context().close();
});

test('if somebody else signs in there, the page begins anew, and nothing typed is left', async () => {
  const page = await notesOfAda();
  const provider = await windowUnderForm(page, 'The lost');
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.accept();
  });
  await beAtProvider(provider, 'bo');
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
  await page.getByText('Bo', { exact: true }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' }).click();
  await page.getByText('The first (published)').waitFor();
  expect([await title(page).inputValue(), await notesCalled('The lost')]).toEqual(['', 0]);
  expect(await page.content()).not.toMatch(/The lost|Ada/);
  expect(asked).toEqual([]);
  await page.context().close();
});

/** All that a page shows, and what scripts can read of what the browser keeps. */
const contentOf = async (page: Page): Promise<string> =>
  (await page.content()) +
  (await page.evaluate(async () =>
    JSON.stringify([
      ...[location.href, document.cookie, Object.entries(localStorage), Object.entries(sessionStorage)],
      ...[history.state, await indexedDB.databases(), await caches.keys()],
    ]),
  ));

test('titles say what is shown; no token and no identifier of a session is on a page, in what scripts can read, or in a response but its Set-Cookie', async () => {
  const { origin, responses } = walkthrough.recorded;
  const page = await notesOfAda();
  const seen = new Map<string, string>();
  const look = async (title: string) => {
    await expect.poll(() => page.title()).toBe(`${title} · Web application`);
    await isShown(page);
    seen.set(title, await contentOf(page));
  };
  const open = async (path: string, title: string) => {
    await page.goto(`${origin}/web${path}`);
    await look(title);
  };
  await open('/notes', 'Notes');
  await open('/notes/7', 'The first');
  await open('/account', 'Your account');
  await open('/api/session', 'You are signed in');
  expect(seen.get('Your account')).toContain('ada@example.org');
  await open('/session?problem=refused', 'You were not signed in');
  await open('/session?done', 'You are signed in');
  await signOut(page, walkthrough.provider.issuer);
  await look('Welcome');
  await open('/session?signed-out', 'You are signed out');
  await open('/session', 'Sign in');
  await page.context().close();

  const identifiers = new Set<string>();
  const received = responses.flatMap(({ request, headers, body }) => {
    const values = headers.flatMap((value, at) => {
      if (at % 2 === 0) return [];
      const [, identifier] = /^web-session=([^;]+)/.exec(value) ?? [];
      if (!identifier) return [value];
      identifiers.add(identifier);
      return [value.replace(identifier, '')];
    });
    // RP-Initiated Logout, section 2: the browser alone can carry this token to the provider, when the session has ended.
    const text = request === 'DELETE /web/api/session' ? body.replace(/id_token_hint=[^&"]+/, '') : body;
    return [...values, text].map((one) => [request, one] as const);
  });
  const secrets = [...tokens, ...identifiers];
  expect(tokens.size).toBeGreaterThanOrEqual(3);
  expect(identifiers.size).toBeGreaterThanOrEqual(1);
  const leaks = [...received, ...seen].filter(([, text]) => secrets.some((secret) => text.includes(secret)));
  expect(leaks.map(([where]) => where)).toEqual([]);
});
