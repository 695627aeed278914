import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@web/bff/test/processes';
import type { Stack } from '../stack/compose.ts';

/** Runs the `docker compose` commands that the runbook gives beneath a heading, but for those that build. */
export async function follow(heading: string, stack: Stack): Promise<void> {
  const runbook = await readFile(join(root, 'nginx/operations/README.md'), 'utf8');
  const section = runbook.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`));
  const commands = [...(section ?? '').matchAll(/^docker compose (?!build)(.*?)(?: &&)?$/gm)];
  if (commands.length === 0) throw new Error(`The runbook has no command beneath "${heading}"`);
  for (const [, command = ''] of commands) await stack.compose(...command.split(' '));
}
