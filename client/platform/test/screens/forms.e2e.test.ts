import { expect, test } from 'vitest';
import { axeFindings } from '#platform/test/gallery/accessibility.ts';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, ask, open, press, heading, announced, counted, hide } = onTestScreens();

const field = (label: string) => page().getByLabel(label, { exact: true });
const button = (name: string) => page().getByRole('button', { name, exact: true });
const summary = () => page().getByRole('region', { name: /^There (is|are) / });
const bookings = async () => (await ask('bookings')) as { readonly bookings: unknown[] };
const lastBooking = async () => (await bookings()).bookings.at(-1);
const focused = () =>
  page().evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    return element.labels?.[0]?.textContent ?? element.textContent;
  });
const description = (label: string) =>
  field(label).evaluate((element) => {
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
    const isInvalid = element.getAttribute('aria-invalid') === 'true';
    return isInvalid ? ids.map((id) => document.getElementById(id)?.textContent).join('') : '';
  });
/** Accessibility violations, except in links, which belong to the test screens. */
const findings = async () => (await axeFindings(page())).filter((finding) => !finding.includes('<a href'));
/** Sets languages for which the client shows English texts with German numbers: `1.234,5`. */
const inGermany = () =>
  page().addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['fr', 'en-DE'] }));

async function fill(texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await field(label).fill(text);
}
const guest = { Name: 'Ada', City: 'London' };
const period = { From: '2026-02-01', To: '2026-02-03' };
const rest = { Price: '1,234.5', PIN: '1234' };

/** Opens the wizard's last step, with everything but the lists filled in. */
async function openLastStep(): Promise<void> {
  await open('Stepping');
  for (const step of [guest, period]) {
    await fill(step);
    await button('Next').click();
  }
  await fill(rest);
}

test('a form sends nested objects, lists, dates, numbers and a checkbox, and is cleared after success', async () => {
  await open('Booking');
  await fill({ ...guest, ...period, ...rest, Arrival: '2026-02-01T12:30' });
  await field('A regular guest').check();
  await button('Add a tag').click();
  expect(await focused()).toBe('Tag 1');
  await page().keyboard.type('quiet');
  await button('Add a tag').click();
  await field('Tag 2').fill('high');
  await button('Remove Tag 1').click();
  await expect.poll(() => field('Tag 1').inputValue()).toBe('high');
  expect(await focused()).toBe('Tag 1');
  await button('Add a room').click();
  await field('Kind').selectOption('Twin');
  await field('Beds').fill('2');
  const arrival = await page().evaluate(() => new Date('2026-02-01T12:30').toISOString());
  await button('Book').click();
  await expect.poll(lastBooking).toEqual({
    guest: { name: 'Ada', regular: true, address: { city: 'London' } },
    period: { from: '2026-02-01', to: '2026-02-03' },
    price: 1234.5,
    arrival,
    remark: '',
    nickname: null,
    pin: '1234',
    tags: ['high'],
    rooms: [{ kind: 'twin', beds: 2 }],
  });
  await expect.poll(() => field('Name').inputValue()).toBe('');
  expect(await field('Tag 1').count()).toBe(0);
  expect(await field('A regular guest').isChecked()).toBe(false);
  await press('Reading');
  await heading('Reading');
  expect(problems()).toEqual([]);
});

test('`Values` gives its children the current values of all valid fields, also after rows have changed and after a reset', async () => {
  await open('Booking');
  const values = async () => JSON.parse((await page().getByTestId('values').textContent()) ?? '') as unknown;
  await fill({ ...guest, Price: '1,234.5' });
  await button('Add a room').click();
  await field('Beds').fill('2');
  const rooms = [{ kind: 'double', beds: 2 }];
  await expect.poll(values).toMatchObject({ guest: { name: 'Ada' }, price: 1234.5, tags: [], rooms });
  await field('Price').fill('1,2x');
  await button('Remove Room 1').click();
  await expect.poll(values).toMatchObject({ rooms: [] });
  expect(await values()).not.toHaveProperty('price');
  await page().evaluate(() => document.forms[0]?.reset());
  await expect.poll(values).toMatchObject({ guest: { name: '' } });
});

test('errors are shown at their fields and in a summary with links, and the first invalid control is focused, even in a list', async () => {
  await open('Booking');
  const sent = counted('POST', 'bookings');
  await button('Add a room').click();
  await fill({ Name: 'Ada', From: '2026-02-03', To: '2026-02-01', Price: 'cheap', PIN: '1' });
  for (const _ of [1, 2, 3]) await button('Add a tag').click();
  for (const number of [1, 2, 3]) await field(`Tag ${number}`).fill('x');
  // A partly typed date is invalid.
  await field('Arrival').click();
  await page().keyboard.type('12');
  await button('Book').click();
  await summary().waitFor();
  await page().getByRole('region', { name: 'There are 7 problems' }).waitFor();
  expect(await summary().getByRole('listitem').allTextContents()).toEqual([
    'City: Fill this in.',
    'To: The end must be after the start.',
    'Price: Enter a number, such as 1.5.',
    'Arrival: Enter a date and a time, such as 27 March 2027, 14:30.',
    'PIN: Four digits, please.',
    'Tags: At most two tags.',
    'Room 1, Beds: Fill this in.',
  ]);
  expect(await focused()).toBe('City');
  expect([await description('City'), await description('Name')]).toEqual(['Fill this in.', '']);
  expect(await findings()).toEqual([]);
  await summary()
    .getByRole('link', { name: /^Price/ })
    .click();
  expect(await focused()).toBe('Price');
  await fill({ Price: '12', City: 'London', PIN: '1234', To: '2026-02-04', Beds: '1', Arrival: '' });
  await button('Book').click();
  const tags = page().getByRole('group', { name: 'Tags' });
  await expect.poll(() => tags.evaluate((list) => list === document.activeElement)).toBe(true);
  await button('Remove Tag 3').click();
  await tags.getByText('At most two tags.').waitFor({ state: 'detached' });
  expect(await field('Price').getAttribute('aria-invalid')).toBe('false');
  expect(sent()).toBe(0);
});

test('a BFF error for a nested field is shown at that field; an error for a field that the form lacks is shown in the summary', async () => {
  await open('Booking');
  await fill({ ...guest, ...period, ...rest, Name: 'Taken' });
  await button('Book').click();
  await page().getByText('This guest is here already.', { exact: true }).waitFor();
  expect([await focused(), await description('Name')]).toEqual(['Name', 'This guest is here already.']);
  expect(await announced()).toBe('Some of the input is invalid.');
  expect(await field('City').inputValue()).toBe('London');
  await fill({ Name: 'Nobody' });
  await button('Book').click();
  await summary().getByText('agency: An agency is needed.').waitFor();
  expect(await summary().evaluate((element) => element === document.activeElement)).toBe(true);
});

test('an edit form shows initial values in the user’s locale, and shows the new values after success', async () => {
  await inGermany();
  await open('Editing');
  expect(await field('Price').inputValue()).toBe('1234,5');
  expect(await field('Nickname').inputValue()).toBe('Countess');
  expect(await field('A regular guest').isChecked()).toBe(true);
  await field('A regular guest').uncheck();
  await fill({ Name: 'Ada L.', Nickname: '', Remark: '', Price: '2.345,75' });
  await button('Remove Tag 1').click();
  await button('Save').click();
  await page().getByText('Saved: 1').waitFor();
  await button('Save').waitFor();
  await expect.poll(() => field('Remark').inputValue()).toBe('Saved');
  expect(await lastBooking()).toMatchObject({
    guest: { name: 'Ada L.', regular: false, address: { city: 'London' } },
    period: { from: '2026-01-01', to: '2026-01-02' },
    price: 2345.75,
    arrival: '2026-01-01T12:30:00.000Z',
    nickname: null,
    tags: ['high'],
    rooms: [{ kind: 'twin', beds: 2 }],
  });
  expect([await field('Name').inputValue(), await field('Tag 1').inputValue()]).toEqual(['Ada L.', 'high']);
  await field('Name').fill('Ada Lovelace');
  await field('Name').press('Enter');
  await page().getByText('Saved: 2').waitFor();
  expect(await lastBooking()).toMatchObject({
    guest: { name: 'Ada Lovelace', regular: false },
    tags: ['high'],
  });
  await press('Reading');
  await heading('Reading');
});

test('a wizard validates each step, keeps its input, and returns to the step of an error', async () => {
  await open('Stepping');
  const step = (name: string) => page().getByRole('heading', { level: 2, name, exact: true });
  const sent = counted('POST', 'bookings');
  await button('Next').click();
  await expect.poll(focused).toBe('Name');
  await fill(guest);
  await field('City').press('Enter');
  await step('Step 2 of 3: Period').waitFor();
  expect(await focused()).toBe('Step 2 of 3: Period');
  await fill({ From: '2026-02-03', To: '2026-02-01' });
  await button('Next').click();
  await page().getByText('The end must be after the start.', { exact: true }).waitFor();
  expect(await focused()).toBe('To');
  await button('Back').click();
  expect(await field('Name').inputValue()).toBe('Ada');
  await field('Name').fill('Taken');
  await button('Next').click();
  expect(await field('From').inputValue()).toBe('2026-02-03');
  await field('To').fill('2026-02-04');
  await button('Next').click();
  await step('Step 3 of 3: Rest').waitFor();
  expect(await summary().count()).toBe(0);
  await fill(rest);
  expect(sent()).toBe(0);
  await button('Book').click();
  await page().getByText('This guest is here already.', { exact: true }).waitFor();
  await expect.poll(focused).toBe('Name');
  await step('Step 1 of 3: Guest').waitFor();
  expect(await findings()).toEqual([]);
  await field('Name').fill('Ada');
  await button('Next').click();
  await button('Next').click();
  await button('Book').click();
  await expect.poll(sent).toBe(2);
  await expect.poll(lastBooking).toMatchObject({ guest: { name: 'Ada' }, period: { to: '2026-02-04' } });
});

test('a custom control sends its value, is focused when invalid, and is reset', async () => {
  await openLastStep();
  for (const tag of ['quiet', 'high', 'warm']) await button(tag).click();
  await button('Book').click();
  await page().getByText('At most two tags.', { exact: true }).waitFor();
  expect(await page().evaluate(() => document.activeElement?.ariaLabel)).toBe('Tags');
  await button('high').click();
  await expect.poll(() => page().getByText('At most two tags.').count()).toBe(0);
  await button('Book').click();
  await expect.poll(lastBooking).toMatchObject({ tags: ['quiet', 'warm'] });
  const pressed = page().getByRole('button', { pressed: true, includeHidden: true });
  await expect.poll(() => pressed.count()).toBe(0);
  expect(await page().locator('form.form.own').count()).toBe(1);
});

test('a form restores its input and step after a reload, until the input is sent', async () => {
  page().on('dialog', (dialog) => void dialog.accept());
  await openLastStep();
  await button('warm').click();
  await page().reload();
  await page().getByRole('heading', { name: 'Step 3 of 3: Rest' }).waitFor();
  await page().getByText('Your input has been restored').waitFor();
  expect(await field('Price').inputValue()).toBe('1234.5');
  expect(await button('warm').getAttribute('aria-pressed')).toBe('true');
  await button('Book').click();
  await expect.poll(lastBooking).toMatchObject({ guest: { name: 'Ada' }, tags: ['warm'] });
  await expect.poll(() => field('Name').inputValue()).toBe('');
  await page().reload();
  await heading('Stepping');
  expect(await field('Name').inputValue()).toBe('');
});

test('input is restored only into a form for the same entity', async () => {
  page().on('dialog', (dialog) => void dialog.accept());
  const edit = async (title: string) => {
    await open('Choosing');
    await button(`Edit ${title}`).click();
    await field('Title').waitFor();
    return field('Title').inputValue();
  };
  await edit('One');
  await field('Title').fill('Mine');
  await page().reload();
  expect(await edit('Two')).toBe('Two ');
  await edit('One');
  await page().getByText('Your input has been restored').waitFor();
  expect(await field('Title').inputValue()).toBe('Mine');
});

test.each(['Escape', 'Cancel', 'a click outside'])(
  'a dialog with unsent input prompts the user before %s closes it',
  async (way) => {
    await open('Choosing');
    const prompts: string[] = [];
    let answer: 'accept' | 'dismiss' = 'dismiss';
    page().on('dialog', (dialog) => {
      prompts.push(dialog.message());
      void dialog[answer]();
    });
    const close = async () => {
      if (way === 'Escape') await page().keyboard.press('Escape');
      else if (way === 'Cancel') await button('Cancel').click();
      else await page().mouse.click(2, 2);
    };
    await button('Edit One').click();
    await close();
    await field('Title').waitFor({ state: 'detached' });
    await button('Edit One').click();
    await field('Title').fill('Mine');
    await close();
    await close();
    await expect.poll(() => prompts).toEqual(Array(2).fill('Close without saving your input?'));
    expect(await field('Title').inputValue()).toBe('Mine');
    answer = 'accept';
    await close();
    await field('Title').waitFor({ state: 'detached' });
    await press('Reading');
    await heading('Reading');
    expect(prompts).toHaveLength(3);
  },
);

test('a form stores its input only while a value or row differs from the initial one', async () => {
  await open('Editing');
  const kept = async () => {
    await hide(true);
    return page().evaluate(() => JSON.stringify(sessionStorage));
  };
  await field('Remark').fill('Early');
  await button('Add a room').click();
  expect(await kept()).toMatch(/Early.*rooms/);
  expect(await kept()).not.toContain('Countess');
  await button('Remove Room 2').click();
  await field('Remark').fill('Late');
  expect(await kept()).not.toMatch(/Late|rooms/);
});

test('if the browser’s validation code fails to load, the form shows the BFF’s errors and keeps the input', async () => {
  await page().route('**/check-body-*', (route) => route.abort());
  await open('Writing');
  const sent = counted('POST', 'titles');
  await field('Title').fill('A title that is much too long');
  await field('Copies').fill('1');
  await button('Send').click();
  await expect.poll(() => field('Title').getAttribute('aria-invalid')).toBe('true');
  expect([sent(), await field('Title').inputValue()]).toEqual([1, 'A title that is much too long']);
});

test('leaving a half-filled form prompts the user, but leaving a sent form does not', async () => {
  await open('Writing');
  const requested: string[] = [];
  let answer: 'accept' | 'dismiss' = 'dismiss';
  page().on('dialog', (dialog) => {
    requested.push(dialog.type());
    void dialog[answer]();
  });
  await field('Title').pressSequentially('Half');
  await page().evaluate(() => location.reload());
  await expect.poll(() => requested).toEqual(['beforeunload']);
  await press('Reading');
  await expect.poll(() => requested).toEqual(['beforeunload', 'confirm']);
  expect(await field('Title').inputValue()).toBe('Half');

  await field('Copies').fill('1');
  await button('Send').click();
  await expect.poll(() => field('Title').inputValue()).toBe('');
  await press('Reading');
  await heading('Reading');
  expect(requested.length).toBe(2);

  await press('Writing');
  await field('Title').fill('Given up');
  await page().goBack();
  await expect.poll(() => requested.length).toBe(3);
  expect(await field('Title').inputValue()).toBe('Given up');
  await expect.poll(() => new URL(page().url()).pathname).toBe('/web/test/writing');
  answer = 'accept';
  await press('Reading');
  await heading('Reading');
  expect(requested.length).toBe(4);
});
