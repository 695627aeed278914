import { vi } from 'vitest';
import { freePort, start, waitUntilStarted } from '@web/bff/platform/testing/processes';
import type { Engine, Tab } from './tab.ts';

const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/** JSON key of an element's id (W3C WebDriver, section 12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const WAIT = { timeout: 30_000 };
/** Code points of keys (W3C WebDriver, section 15.4.2). */
const KEYS = { Tab: '\uE004', Escape: '\uE00C', Enter: '\uE007' } as const;

/** Starts WebKitGTK in a virtual display, with its own W3C WebDriver. */
export async function webkit(): Promise<Engine> {
  const screen = start('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']);
  const display = await vi.waitFor(() => {
    const [number] = /^\d+$/m.exec(screen.output()) ?? [];
    if (!number) throw new Error(`Xvfb has not started: ${screen.output()}`);
    return number;
  }, WAIT);
  const port = await freePort();
  const driver = start('WebKitWebDriver', [`--port=${port}`], { DISPLAY: `:${display}` });
  await waitUntilStarted(driver, `http://127.0.0.1:${port}/status`);
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const signal = AbortSignal.timeout(WAIT.timeout);
    const init = { method, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, init);
    const { value } = (await response.json()) as { readonly value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const alwaysMatch = {
    unhandledPromptBehavior: 'accept',
    'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] },
  };
  const { sessionId } = (await send('POST', '', { capabilities: { alwaysMatch } })) as { sessionId: string };
  const ask = (method: string, path: string, body?: object) => send(method, `/${sessionId}${path}`, body);

  let current = '';
  const tabOf = (handle: string): Tab => {
    const inTab = async (method: string, path: string, body?: object) => {
      if (current !== handle) await ask('POST', '/window', { handle });
      current = handle;
      return ask(method, path, body);
    };
    // Polls, because the driver's implicit wait does not survive a navigation to another origin.
    const find = (xpath: string) =>
      vi.waitFor(async () => {
        const found = await inTab('POST', '/element', { using: 'xpath', value: xpath });
        return `/element/${(found as Record<string, string>)[ELEMENT]}`;
      }, WAIT);
    const act = (actions: object) => inTab('POST', '/actions', { actions: [{ id: 'user', ...actions }] });
    return {
      // Repeats the navigation, because the driver drops it while a page is still loading after sign-in.
      goto: async (url) => {
        const run = (script: string) => inTab('POST', '/execute/sync', { script, args: [] });
        await vi.waitFor(async () => {
          await run('globalThis.isLeft = true');
          await inTab('POST', '/url', { url });
          if (await run('return globalThis.isLeft === true')) throw new Error(`${url} is not loaded`);
        }, WAIT);
      },
      click: async (xpath) => void (await inTab('POST', `${await find(xpath)}/click`, {})),
      clickAt: async (x, y) => {
        const move = { type: 'pointerMove', duration: 0, x, y };
        const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
        await act({ type: 'pointer', actions: [move, down, up] });
      },
      type: async (xpath, text) => void (await inTab('POST', `${await find(xpath)}/value`, { text })),
      enter: async (xpath, ...parts) => {
        const text = parts.join(KEYS.Tab);
        await inTab('POST', `${await find(xpath)}/value`, { text });
      },
      press: async (key) => {
        const [down, up] = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] }));
        await act({ type: 'key', actions: [down, up] });
      },
      evaluate: async <T>(expression: string) => {
        const script = `return ${expression}`;
        return (await inTab('POST', '/execute/sync', { script, args: [] })) as T;
      },
      // The driver does not report errors.
      problems: () => [],
    };
  };
  const known = new Set<string>();
  const open = (handle: string): Tab => {
    known.add(handle);
    return tabOf(handle);
  };
  const unknown = () =>
    vi.waitFor(async () => {
      const handles = (await ask('GET', '/window/handles')) as string[];
      const handle = handles.find((name) => !known.has(name));
      if (!handle) throw new Error('no new tab');
      return handle;
    }, WAIT);
  return {
    tab: open(await unknown()),
    newTab: async () =>
      open(((await ask('POST', '/window/new', { type: 'tab' })) as { handle: string }).handle),
    openedTab: async () => open(await unknown()),
    close: async () => {
      try {
        await send('DELETE', `/${sessionId}`);
      } finally {
        await driver.stop();
        await screen.stop();
      }
    },
  };
}
