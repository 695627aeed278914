import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';

/** Writes the blocks of the documents into a copy of the project, each as the file that it names; of two for one file, the later. */
export async function fillIn(...documents: readonly string[]): Promise<string> {
  const copy = await scratchCopy();
  for (const name of documents) {
    const text = await readFile(join(root, name), 'utf8');
    const blocks = [...text.matchAll(/^```tsx?\n\/\/ (\S+)\n([^]*?)^```$/gm)];
    if (blocks.length < 4) throw new Error(`${name} has only ${blocks.length} blocks with a file name`);
    for (const [, file = '', block = ''] of blocks) {
      await mkdir(dirname(join(copy, file)), { recursive: true });
      await writeFile(join(copy, file), block);
    }
  }
  return copy;
}
