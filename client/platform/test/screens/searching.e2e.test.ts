import { expect, test } from 'vitest';
import { axeFindings } from '#platform/test/gallery/accessibility.ts';
import { overflowFindings } from '#platform/test/gallery/appearance.ts';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, origin, open, counted } = onTestScreens();

const goto = (search: string) => page().goto(`${origin()}/web/test/searching${search}`);
const field = (label: string) => page().getByLabel(label, { exact: true });
const search = () => page().getByRole('button', { name: 'Search', exact: true }).click();
const query = () => new URL(page().url()).search;
const read = (text: string) => page().getByText(`read ${text}`).waitFor();
const rows = () => page().getByRole('table').count();
/** Returns the text of the error at a field that has the focus. */
const focusedError = async (label: string) => {
  const invalid = page().locator('[aria-invalid=true]:focus');
  await invalid.waitFor();
  expect(await field(label).evaluate((element) => element === document.activeElement)).toBe(true);
  return invalid.evaluate((element) => {
    const id = element.getAttribute('aria-describedby') ?? '';
    return document.getElementById(id)?.textContent;
  });
};

test.each([
  ['Query', 'ä'.repeat(41), 'Use at most 40 characters.'],
  ['Price', '0.5', 'Enter 1 or more.'],
  ['Mail', 'ada', 'Enter an email address, such as name@example.org.'],
  ['Size', '101', 'Enter 100 or less.'],
  ['Size', '1.5', 'Enter a whole number, such as 7.'],
])('%s: an invalid value has its error at the field, and is not searched', async (label, text, error) => {
  await open('Searching');
  await read('{"size":"20","sort":"title"}');
  const requests = counted('GET', 'echo/x');
  await field(label).fill(text);
  await search();
  expect(await focusedError(label)).toBe(error);
  expect([query(), await field(label).inputValue(), requests()]).toEqual(['', text, 0]);
  expect(problems()).toEqual([]);
});

test('a date that is typed in part has its error at the field', async () => {
  await open('Searching');
  await field('From').pressSequentially('12');
  await search();
  expect(await focusedError('From')).toBe('Enter a date, such as 27 March 2027.');
  expect(query()).toBe('');
});

test('while the user corrects a value, its error follows the text, and the corrected search starts', async () => {
  await open('Searching');
  await field('Query').fill('x'.repeat(41));
  await search();
  await page().getByText('Use at most 40 characters.').waitFor();
  await field('Query').fill('x');
  await page().getByText('Use at most 40 characters.').waitFor({ state: 'detached' });
  await search();
  await read('{"q":"x","size":"20","sort":"title"}');
});

test.each([
  ['a long text', `?q=${'x'.repeat(10_000)}`, 'Query', 'x'.repeat(10_000), 'Use at most 40 characters.'],
  ['two texts', '?q=a&q=b', 'Query', 'a', 'Enter another value.'],
  ['a word as a number', '?price=abc', 'Price', '', 'Enter a number, such as 1.5.'],
  ['a small number', '?price=0.5', 'Price', '0.5', 'Enter 1 or more.'],
  ['a date that does not exist', '?from=2026-02-31', 'From', '', 'Enter a date, such as 27 March 2027.'],
  ['a retired choice', '?state=retired', 'State', '', 'Enter another value.'],
  ['one long item', '?tag=new&tag=longer', 'New', 'new', 'Use at most 5 characters.'],
])(
  'an address with %s shows the error at the field, and lists nothing',
  async (_what, address, label, text, error) => {
    const requests = counted('GET', 'echo/x');
    await goto(address);
    expect(await focusedError(label)).toBe(error);
    expect([await field(label).inputValue(), await rows(), requests()]).toEqual([text, 0, 0]);
    await page().getByRole('link', { name: 'Published only' }).click();
    await read('{"size":"20","sort":"title","state":"published"}');
    expect(await page().locator('[aria-invalid=true]').count()).toBe(0);
    expect(problems()).toEqual([]);
  },
);

test('an invalid parameter with a default gets it, and unknown and empty parameters count as missing', async () => {
  await goto('?size=x&sort=retired&color=red&q=&price=&state=');
  await read('{"size":"20","sort":"title"}');
  expect(await page().locator('[aria-invalid=true]').count()).toBe(0);
  expect(await field('Size').inputValue()).toBe('20');
});

test('an invalid parameter without a field is named above the fields', async () => {
  await open('Searching');
  await page().evaluate(() => document.querySelector('[name=q]')?.parentElement?.remove());
  await page().evaluate((q) => history.pushState(null, '', `?q=${q}`), 'x'.repeat(41));
  await page().evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await page().getByRole('alert').getByText('q: Use at most 40 characters.').waitFor();
});

test('a parameter that a call has refused has its error at the field, until it is corrected', async () => {
  const errors = [
    { in: 'query', pointer: '/q', rule: 'syntax', detail: 'A bracket is not closed.' },
    { in: 'query', pointer: '/mail', rule: 'format', detail: 'must match format "email"', expected: 'email' },
  ];
  const json = { code: 'bad-request', status: 400, title: '', detail: '', errors };
  await page().route(/x\?(.*&)?q=%28/, (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', json }),
  );
  await open('Searching');
  await field('Query').fill('(');
  await page().keyboard.press('Enter');
  expect(await focusedError('Query')).toBe('A bracket is not closed.');
  await page().getByText('Enter an email address, such as name@example.org.').waitFor();
  expect([await field('Query').inputValue(), query(), await rows()]).toEqual(['(', '?q=%28', 0]);
  await page().reload();
  expect(await focusedError('Query')).toBe('A bracket is not closed.');
  await field('Query').fill('a');
  await page().getByText('A bracket is not closed.').waitFor({ state: 'detached' });
  await page().keyboard.press('Enter');
  await read('{"q":"a","size":"20","sort":"title"}');
  expect(await page().locator('[aria-invalid=true]').count()).toBe(0);
});

test('the address omits defaults, and the fields follow it after Back', async () => {
  await open('Searching');
  await field('State').selectOption('Draft');
  await field('New').check();
  await field('Size').fill('30');
  await search();
  await read('{"size":"30","sort":"title","state":"draft","tag":"new"}');
  expect(query()).toBe('?size=30&state=draft&tag=new');
  await field('State').selectOption('All');
  await field('New').uncheck();
  await field('Size').fill('20');
  await search();
  await read('{"size":"20","sort":"title"}');
  expect(query()).toBe('');
  await page().goBack();
  await read('{"size":"30","sort":"title","state":"draft","tag":"new"}');
  const values = await Promise.all(['State', 'Size'].map((label) => field(label).inputValue()));
  expect([...values, await field('New').isChecked()]).toEqual(['draft', '30', true]);
});

test('a search form of a screen with a path parameter keeps the parameter', async () => {
  await page().goto(`${origin()}/web/test/listing/a%2Fb?tag=x`);
  await read('{"page":"1","tag":"x"}');
  expect(await field('Tag').inputValue()).toBe('x');
  await field('Tag').fill('y');
  await page().keyboard.press('Enter');
  await read('{"page":"1","tag":"y"}');
  expect(page().url()).toBe(`${origin()}/web/test/listing/a%2Fb?tag=y`);
});

test('a submission without the client’s script opens the screen with the search', async () => {
  await open('Searching');
  await field('Query').fill('ä b');
  // `submit` sends no event.
  await page().evaluate(() => document.forms[0]?.submit());
  await read('{"q":"ä b","size":"20","sort":"title"}');
  expect(new URL(page().url()).pathname).toBe('/web/test/searching');
});

test.each([320, 768, 1440])(
  'at %i px, a search form holds rows of fields, a table and errors',
  async (width) => {
    await page().setViewportSize({ width, height: 800 });
    await open('Searching');
    await read('{"size":"20","sort":"title"}');
    await field('Query').fill('x'.repeat(41));
    await field('Price').fill('0');
    await search();
    await page().getByText('Enter 1 or more.').waitFor();
    expect(await overflowFindings(page())).toEqual([]);
    expect((await axeFindings(page())).filter((finding) => !finding.includes('<a href'))).toEqual([]);
    const box = (label: string) => field(label).boundingBox();
    const [query, state] = await Promise.all([box('Query'), box('State')]);
    if (width > 320) expect(state?.y).toBe(query?.y);
    const table = await page().getByRole('table').boundingBox();
    const form = await page().getByRole('search').boundingBox();
    expect(Math.abs((table?.width ?? 0) - (form?.width ?? 1))).toBeLessThan(4);
  },
);
