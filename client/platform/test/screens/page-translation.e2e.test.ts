import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, goto, open, press, heading, deferredHasRun } = onTestScreens();

/** Translates the page like a browser, now and after each change: wraps each text node in `<font>`, or replaces it with a copy in `<font>`. */
async function translate(way: 'wrapped' | 'replaced'): Promise<void> {
  await deferredHasRun();
  await page().evaluate((way) => {
    const observed = { childList: true, subtree: true, characterData: true };
    const observer = new MutationObserver(() => translateAll());
    const translateAll = () => {
      observer.disconnect();
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (nodes.nextNode()) texts.push(nodes.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, template')) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        outer.append(inner);
        if (way === 'replaced') inner.append(text.data);
        text.replaceWith(outer);
        if (way === 'wrapped') inner.append(text);
      }
      observer.observe(document.body, observed);
    };
    translateAll();
  }, way);
}
const button = (name: string) => page().getByRole('button', { name, exact: true }).click();

test.each(['wrapped', 'replaced'] as const)(
  'React still updates text nodes that the browser’s translation has %s',
  async (way) => {
    await open('Counting');
    await translate(way);
    const expectCount = async (text: string, rows: string[], notice: string) => {
      await expect.poll(() => page().getByTestId('count').innerText()).toBe(text);
      const shown = (await page().getByRole('listitem').allInnerTexts()).map((row) => row.trim());
      expect([shown, await page().getByRole('status').innerText()]).toEqual([rows, notice]);
    };
    await button('More');
    await expectCount('Odd: 1 of 2!, really', ['Row 0'], 'This is odd.');
    await button('More');
    await expectCount('2 of 3 even', ['Row 0 has a successor', 'Row 1'], '');
    await button('Fewer');
    await expectCount('Odd: 1 of 2!, really', ['Row 0'], 'This is odd.');
    await button('Fewer');
    await expectCount('0 of 1 even', [], '');
    expect(problems()).toEqual([]);
  },
);

test.each(['wrapped', 'replaced'] as const)(
  'screens and forms keep working after the browser’s translation has %s their text nodes',
  async (way) => {
    await open('Booking');
    await translate(way);
    await button('Add a tag');
    await button('Add a tag');
    await page().getByLabel('Tag 1', { exact: true }).fill('a');
    await button('Remove Tag 2');
    await button('Book');
    await page().getByRole('link', { name: /Name/ }).first().waitFor();
    await page().getByLabel('Name', { exact: true }).fill('Ada');
    page().on('dialog', (dialog) => void dialog.accept());
    await press('Writing');
    await heading('Writing');
    await button('Send');
    await page().locator('[aria-invalid=true]').first().waitFor();
    await press('Reading');
    await heading('Reading');
    await page().goBack();
    await heading('Writing');
    await page().goBack();
    await heading('Booking');
    await goto('listing/a');
    await heading('Listing');
    await translate(way);
    await page().getByRole('link', { name: 'Next page' }).click();
    await expect
      .poll(() => page().getByRole('main').locator('p').first().innerText())
      .toBe('Page 2, read {"page":"2"}');
    expect(problems()).toEqual([]);
  },
);

test('removeChild and insertBefore throw NotFoundError for a node that is not a child, unless a translation has moved the node', async () => {
  await open('Counting');
  await translate('wrapped');
  const errors = await page().evaluate(() => {
    const [parent, other] = [document.createElement('p'), document.createElement('p')];
    const nested = other.appendChild(document.createElement('b')).appendChild(document.createElement('i'));
    const attempts = [
      () => parent.removeChild(other),
      () => parent.insertBefore(document.createElement('b'), other),
      () => other.removeChild(nested),
      () => parent.removeChild(nested.appendChild(document.createTextNode('text'))),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return '';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(errors).toEqual(Array.from({ length: 4 }, () => 'NotFoundError'));
});
