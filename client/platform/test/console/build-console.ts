import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTestScreens } from '#platform/test/screens/build-test-screens.ts';

const overrides = {
  'screens/app/first-paint.ts': 'client/src/app/first-paint.ts',
  'console/app/navigation.tsx': 'client/src/app/navigation.tsx',
  'session/app/permissions.ts': 'bff/src/contract/permissions.ts',
  'console/app/contract-calls.ts': 'bff/src/contract/calls/all.ts',
  'session/app/contract-session.ts': 'bff/src/contract/session.ts',
};

let seed = 1;
/** Creates reproducible text that compresses poorly. */
const noise = (words: number): string =>
  Array.from({ length: words }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed.toString(36);
  }).join('');

/** Builds a console of eight screens, with sign-in, a stream, a placeholder, and features that several screens share. */
export const buildConsole = () =>
  buildTestScreens(overrides, async (folder) => {
    for (const part of ['app', 'features'])
      await cp(join(import.meta.dirname, part), join(folder, 'client/src', part), { recursive: true });
    const drawing = join(folder, 'client/src/features/drawing.ts');
    await writeFile(drawing, `export const drawing = '${noise(20_000)}';\n`);
  });
