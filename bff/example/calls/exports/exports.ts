import type { exports } from '#contract/calls/exports.ts';
import { attachFile } from '#platform/calls/attach-file.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

/** The service writes the file, because a BFF may be replaced at any time. */
export const exportsHandlers: HandlersOf<typeof exports> = {
  'POST /exports': ({ upstreams }) => upstreams.notes.startExport(),

  'GET /exports/:exportId': ({ params, upstreams }) => upstreams.notes.findExport(params.exportId),

  'GET /exports/:exportId/file': async ({ params, upstreams, reply }) => {
    const { body } = await upstreams.notes.exportFile(params.exportId);
    attachFile(reply, 'notes.csv');
    return body;
  },
};
