import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { NewNote } from '#contract/entities/note.ts';
import { checkOf } from '#platform/calls/check-value.ts';
import { fail } from '#platform/contract/fail.ts';
import type { InvalidField } from '#platform/contract/platform-errors.ts';

const MAX_ROWS = 1_000;

const checkNote = checkOf(NewNote);

const atFile = (rule: string, detail: string): InvalidField => ({
  in: 'body',
  pointer: '/csv',
  rule,
  detail,
});
const notUtf8 = atFile('encoding', 'The file is not UTF-8. In a spreadsheet, save it as “CSV UTF-8”.');
const tooLong = atFile('maxItems', 'The file has more than 1,000 rows.');
const twice = 'Another row of the file has this title.';

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads the rows of a CSV file: title, text, first and last day. Errors have pointers such as `/csv/12/title`. */
export async function readRows(file: Readable) {
  const text = decode(await buffer(file)) ?? fail('unprocessable-content', { errors: [notUtf8] });
  // Cells in quotes need `parse` of `csv-parse/sync`.
  const lines = text.trimEnd().split(/\r?\n/);
  if (lines.length > MAX_ROWS) fail('unprocessable-content', { errors: [tooLong] });
  const notes: NewNote[] = [];
  const errors: InvalidField[] = [];
  const titles = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const [title = '', text = '', shownFrom, shownUntil] = line.split(';').map((cell) => cell || undefined);
    const row = { title, text, shownFrom, shownUntil, audience: { kind: 'everybody' }, tasks: [] };
    const checked = checkNote(row, `/csv/${index}`);
    if (!checked.ok) errors.push(...checked.errors);
    else if (titles.has(checked.value.title))
      errors.push({ in: 'body', pointer: `/csv/${index}/title`, rule: 'unique', detail: twice });
    else {
      titles.add(checked.value.title);
      notes.push(checked.value);
    }
  }
  return { notes, errors };
}
