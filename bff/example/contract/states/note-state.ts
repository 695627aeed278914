import { defineStates } from '#platform/contract/define-states.ts';

export const noteState = defineStates({
  draft: { publish: 'published' },
  published: { archive: 'archived' },
  archived: { restore: 'draft' },
});

/** A note without a text can be prepared, but not published. */
export const mayPublish = (note: { readonly text: string }): boolean => note.text.trim() !== '';
