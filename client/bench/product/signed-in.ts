import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startBff } from '@web/bff/test/start-bff';
import { buildCopy } from '../build-copy.ts';
import { total } from '../first-load-files.ts';
import { productCopy } from './applications.ts';
import { compare } from './compare.ts';
import type { Cookie } from './visits.ts';

/** What sign-in may cost the first load, in bytes of brotli. */
export const SIGN_IN_BYTES = 1_500;

const WITHOUT = 'without sign-in';
const SIGNED_IN = 'signed in';
const goals = { [SIGNED_IN]: [{ figure: 'data', name: 'data shown', most: 1.05 }] } as const;

/** The product's screens with a NavigationBar for somebody who has signed in, over the same where nobody can. */
export async function benchSignedIn(browser: Browser, rounds: number): Promise<void> {
  const without = await open('ours-with-navigation');
  const signedIn = await open('ours-with-navigation', 'ours-with-session');
  try {
    const more = signedIn.bytes - without.bytes;
    const verdict = more <= SIGN_IN_BYTES ? 'met' : 'MISSED';
    console.log(`\nFirst load with sign-in: ${more} bytes more  goal ≤ ${SIGN_IN_BYTES}: ${verdict}`);
    const all = [
      { name: WITHOUT, origin: without.origin },
      { name: SIGNED_IN, origin: signedIn.origin, signIn: () => signIn(signedIn.origin) },
    ];
    await compare(browser, all, { over: WITHOUT, goals }, rounds);
  } finally {
    await without.stop();
    await signedIn.stop();
  }
}

async function open(...overlays: readonly string[]) {
  const folder = await productCopy(...overlays);
  const bytes = total(await buildCopy(folder));
  const bff = await startBff({}, join(folder, 'bff/dist/main.js'));
  return {
    bytes,
    origin: `http://127.0.0.1:${bff.port}`,
    stop: async () => {
      await bff.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function signIn(origin: string): Promise<Cookie[]> {
  const headers = { 'x-requested-by': 'bench' };
  const reply = await fetch(`${origin}/web/api/sign-in`, { method: 'POST', headers });
  if (!reply.ok) throw new Error(`sign-in answered ${reply.status}`);
  return reply.headers.getSetCookie().map((field) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(field) ?? [];
    return { name, value, domain: new URL(origin).hostname, path: '/web' };
  });
}
