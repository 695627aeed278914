import { readRows } from './rows.ts';
import type { imports } from '#contract/calls/imports.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

export const importsHandlers: HandlersOf<typeof imports> = {
  'POST /notes/imports': async ({ body, files, upstreams, services, session, fail }) => {
    const author = { author: session.subject, authorName: session.user.name };
    let result: Awaited<ReturnType<typeof readRows>> = { notes: [], errors: [] };
    for await (const { stream } of files) result = await readRows(stream);
    const { notes, errors } = result;
    if (errors.length > 0 && !body.onlyValid) throw fail('unprocessable-content', { errors });
    await upstreams.notes.createAll(notes.map((note) => ({ ...note, ...author })));
    services.broadcast.send(null);
    return { count: notes.length, errors };
  },
};
