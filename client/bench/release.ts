import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCopy } from './build-copy.ts';
import { productCopy } from './product/applications.ts';

/** What a release changes: one screen, or the frame of all screens. */
export const changes = {
  'the home screen': 'client/src/features/articles/list-screen.tsx',
  'the layout': 'client/src/app/layout.tsx',
} as const;

export interface Release {
  /** The files of the first load that a browser with the earlier release has to fetch, in bytes of brotli. */
  readonly sent: ReadonlyMap<string, number>;
  readonly kept: ReadonlyMap<string, number>;
}

/** Builds the application, changes one of its files, builds it again. */
export async function release(changed: string): Promise<Release> {
  const folder = await productCopy();
  try {
    const before = await buildCopy(folder);
    await appendFile(join(folder, changed), `console.debug('another release');\n`);
    const after = [...(await buildCopy(folder))];
    // The document keeps its name, and is requested at every visit.
    const isKept = (name: string) => name !== 'index.html' && before.has(name);
    return {
      sent: new Map(after.filter(([name]) => !isKept(name))),
      kept: new Map(after.filter(([name]) => isKept(name))),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
