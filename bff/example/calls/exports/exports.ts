import { Readable } from 'node:stream';
import type { exports } from '#contract/calls/exports.ts';
import { attachFile } from '#platform/calls/attach-file.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

/** The apostrophe keeps spreadsheets from executing a text that starts like a formula. */
const cell = (text: string) => `"${text.replace(/^(?=[=+\-@＝＋－＠\t\r\n])/, "'").replaceAll('"', '""')}"`;

/** The service collects the notes, because a BFF may be replaced at any time. */
export const exportsHandlers: HandlersOf<typeof exports> = {
  'POST /exports': ({ upstreams }) => upstreams.notes.startExport(),

  'GET /exports/:exportId': ({ params, upstreams }) => upstreams.notes.findExport(params.exportId),

  'GET /exports/:exportId/file': async ({ params, upstreams, reply }) => {
    const notes = await upstreams.notes.exported(params.exportId);
    attachFile(reply, 'notes.csv');
    const rows = notes.map(({ title, state, authorName }) => [title, state, authorName]);
    return Readable.from(rows.map((row) => `${row.map(cell).join(';')}\r\n`));
  },
};
