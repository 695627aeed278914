import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';
import { firstLoadFiles, total } from '../first-load-files.ts';
import { declareSession } from './declare-session.ts';

/** What sign-in may cost the first load, in bytes of brotli. */
const BUDGET = 1_750;

const navigation = `import { NavigationBar } from './routing/navigation-bar.tsx';

export const Navigation = () => (
  <NavigationBar
    label="Main"
    entries={[
      { to: '/', label: 'Home', permission: 'status:read' },
      { to: '/orders', label: 'Orders', permission: 'order:read' },
    ]}
  />
);
`;

interface Built {
  readonly bytes: number;
  readonly files: number;
  /** All text that the browser can get, by file. */
  readonly texts: ReadonlyMap<string, string>;
  /** That of the first load. */
  readonly first: string;
}

let without: Built;
let withSession: Built;

async function built(change: (folder: string) => Promise<void>): Promise<Built> {
  const folder = await scratchCopy();
  try {
    await change(folder);
    await writeFile(join(folder, 'client/src/app/navigation.tsx'), navigation);
    await run('node', ['client/vite/build.ts'], { cwd: folder });
    const files = await firstLoadFiles(folder);
    const dist = join(folder, 'client/dist/identity');
    const names = (await readdir(dist, { recursive: true })).filter((name) => /\.(js|css|html)$/.test(name));
    const texts = new Map<string, string>();
    for (const name of names) texts.set(name, await readFile(join(dist, name), 'utf8'));
    const first = [...files.keys()].map((name) => texts.get(name)).join('\n');
    return { bytes: total(files), files: files.size, texts, first };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

beforeAll(async () => {
  without = await built(async () => {});
  withSession = await built(declareSession);
});

afterAll(() => {
  console.log(`first load: ${without.bytes} bytes, ${withSession.bytes} with sign-in`);
});

/** The files with such a text. */
const filesWith = ({ texts }: Built, text: RegExp): string[] =>
  [...texts].filter(([, content]) => text.test(content)).map(([name]) => name);

test('without a session in the contract, the build has nothing of sign-in', () => {
  const traces = /session-|x-session|signed-in|BroadcastChannel|pageshow|Sign (in|out)/;
  expect(filesWith(without, traces)).toEqual([]);
});

test(`with one, the first load is at most ${BUDGET} bytes larger, and no further request`, () => {
  expect(withSession.first.includes('x-session')).toBe(true);
  expect(withSession.bytes - without.bytes).toBeLessThanOrEqual(BUDGET);
  expect(withSession.files).toBe(without.files);
});

test.each(['Your session has ended', 'Stay signed in', 'You are signed out'])(
  '“%s” comes when it is needed',
  (text) => {
    expect(filesWith(withSession, new RegExp(text))).toHaveLength(1);
    expect(withSession.first.includes(text)).toBe(false);
  },
);

test('no build lets a person choose a role, and no schema reaches the browser', () => {
  expect(filesWith(withSession, /Choose a role|session\/role|planted schema|tenant/)).toEqual([]);
});
