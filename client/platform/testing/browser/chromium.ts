import { chromium as engine, type Browser } from 'playwright-core';

export const chromium = (...more: string[]): Promise<Browser> =>
  engine.launch({
    executablePath: '/usr/bin/chromium',
    // Without a locale, as in CI, Chromium cannot save files with non-ASCII names.
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
