import puppeteer, { type Page } from 'puppeteer-core';
import { vi } from 'vitest';
import type { Engine, Tab } from './tab.ts';

export async function firefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    // Without a locale, as in CI, Firefox cannot read files with non-ASCII names.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  const known = new Set(await browser.pages());
  const open = (page: Page): Tab => {
    known.add(page);
    return tabOf(page);
  };
  const unknown = () =>
    vi.waitFor(async () => {
      const page = (await browser.pages()).find((one) => !known.has(one));
      if (!page) throw new Error('no new tab');
      return page;
    });
  return {
    // Opens a new tab, because the initial one has no focus.
    tab: open(await browser.newPage()),
    newTab: async () => open(await browser.newPage()),
    openedTab: async () => open(await unknown()),
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  const problems: string[] = [];
  page.on('dialog', (dialog) => void dialog.accept());
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const find = async (xpath: string) => (await page.waitForSelector(`::-p-xpath(${xpath})`))!;
  return {
    goto: async (address) => void (await page.goto(address)),
    click: async (xpath) => (await find(xpath)).click(),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: async (xpath, text) => {
      const element = await find(xpath);
      if (await element.evaluate((node) => node.matches('[type=file]')))
        await (element as Awaited<ReturnType<typeof page.waitForSelector<'input'>>>)?.uploadFile(text);
      else await element.type(text);
    },
    // Types no separators: the browser moves to the next part of the date by itself.
    enter: async (xpath, ...parts) => (await find(xpath)).type(parts.join('')),
    press: (key) => page.keyboard.press(key),
    evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    problems: () => problems,
  };
}
