import type { notes } from '#contract/calls/notes.ts';
import type { Note } from '#contract/entities/note.ts';
import { mayChange } from '#contract/permissions.ts';
import { mayPublish, noteState } from '#contract/states/note-state.ts';
import type { HandlerContext, HandlersOf } from '#platform/calls/handler.ts';
import { isError } from '#platform/contract/fail.ts';

/** Must be the number of rows of a page in the notes' service. */
const ROWS = 10;

type Transition = HandlerContext<
  'POST /notes/:noteId/publication' | 'POST /notes/:noteId/archiving' | 'POST /notes/:noteId/restoration'
>;
type Event = Parameters<typeof noteState.next>[1];

async function change(context: Transition, event: Event): Promise<Note> {
  const { params, upstreams, services, fail } = context;
  const note = await upstreams.notes.find(params.noteId);
  const state =
    noteState.next(note.state, event) ?? fail('transition-not-allowed', { state: note.state, event });
  const changed = await upstreams.notes.changeState(note.id, note.version, state);
  services.broadcast.send(note.id);
  return changed;
}

type Write = HandlerContext<'PUT /notes/:noteId' | 'DELETE /notes/:noteId'>;

async function refuseOthers({ params, upstreams, session, fail }: Write): Promise<void> {
  if (!mayChange(session, await upstreams.notes.find(params.noteId))) throw fail('forbidden');
}

export const notesHandlers: HandlersOf<typeof notes> = {
  'GET /notes': async ({ query, upstreams, session }) => {
    const { items, count } = await upstreams.notes.list(query, session.subject);
    return { items, count, pages: Math.max(1, Math.ceil(count / ROWS)) };
  },

  'GET /notes/:noteId': ({ params, upstreams }) => upstreams.notes.find(params.noteId),

  'POST /notes': async ({ body, upstreams, services, session }) => {
    const author = { author: session.subject, authorName: session.user.name };
    const note = await upstreams.notes.create({ ...body, ...author });
    services.broadcast.send(note.id);
    return note;
  },

  'PUT /notes/:noteId': async (context) => {
    const { params, query, body, upstreams, services } = context;
    await refuseOthers(context);
    const note = await upstreams.notes.change(params.noteId, query.version, body);
    services.broadcast.send(note.id);
    return note;
  },

  'DELETE /notes/:noteId': async (context) => {
    const { params, query, upstreams, services } = context;
    await refuseOthers(context);
    await upstreams.notes.remove(params.noteId, query.version);
    services.broadcast.send(params.noteId);
  },

  'POST /notes/:noteId/publication': async (context) => {
    const { params, upstreams, services, log, fail } = context;
    if (!mayPublish(await upstreams.notes.find(params.noteId))) throw fail('note-without-text');
    const note = await change(context, 'publish');
    const { audience } = note;
    const to = audience.kind === 'person' ? audience.email : `${audience.kind}@example.org`;
    // Responds without waiting for the mail server.
    services.mailer.announce(note.title, to).catch((err: unknown) => log.error({ err }, 'mail failed'));
    return note;
  },

  'POST /notes/:noteId/archiving': (context) => change(context, 'archive'),

  'POST /notes/:noteId/restoration': (context) => change(context, 'restore'),

  'PUT /notes/:noteId/star': async ({ params, body, upstreams, services }) => {
    await upstreams.notes.star(params.noteId, body.isStarred);
    services.broadcast.send(params.noteId);
  },

  'POST /notes/archiving': async ({ body, upstreams, services }) => {
    const skipped: string[] = [];
    for (const id of body.ids) {
      try {
        const { state, version } = await upstreams.notes.find(id);
        const next = noteState.next(state, 'archive');
        if (next) await upstreams.notes.changeState(id, version, next);
        else skipped.push(id);
      } catch (error) {
        if (!isError(error, 'note-changed') && !isError(error, 'not-found')) throw error;
        skipped.push(id);
      }
    }
    services.broadcast.send(null);
    return { archived: body.ids.length - skipped.length, skipped };
  },

  'GET /notes/changes': async function* ({ services, signal }) {
    for await (const noteId of services.broadcast.received(signal)) yield { noteId };
  },
};
