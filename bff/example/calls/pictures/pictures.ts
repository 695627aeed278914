import type { pictures } from '#contract/calls/pictures.ts';
import { mayChange } from '#contract/permissions.ts';
import { attachFile } from '#platform/calls/attach-file.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

export const picturesHandlers: HandlersOf<typeof pictures> = {
  'PUT /notes/:noteId/picture': async ({ params, body, files, upstreams, services, session, fail }) => {
    if (!mayChange(session, await upstreams.notes.find(params.noteId))) throw fail('forbidden');
    for await (const file of files) await upstreams.notes.savePicture(params.noteId, body.caption, file);
    services.broadcast.send(params.noteId);
  },

  'GET /notes/:noteId/picture': async ({ params, query, upstreams, reply }) => {
    const { body } = await upstreams.notes.picture(params.noteId);
    if (query.save) attachFile(reply, `note ${params.noteId}.png`);
    return body;
  },
};
