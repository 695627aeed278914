import { articleHandlers } from './articles/articles.ts';
import { statusHandlers } from './status/status.ts';
import type { calls } from '#contract/calls/all.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

export const handlers: HandlersOf<typeof calls> = {
  ...statusHandlers,
  ...articleHandlers,
  'POST /sign-in': ({ session }) =>
    session.begin({ subject: '1', role: 'reader', person: { name: 'A Reader' }, private: {} }),
};
