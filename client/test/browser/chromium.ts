import { chromium as engine, type Browser } from 'playwright-core';

/** The system's Chromium, without a network of its own. */
export const chromium = (...more: string[]): Promise<Browser> =>
  engine.launch({
    executablePath: '/usr/bin/chromium',
    // Where no locale is set, as in CI, it saves no file under a name with other letters than those of ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
