import * as Type from 'typebox';
import { defineCalls } from '#platform/contract/define-calls.ts';

const Activity = Type.Object({ day: Type.String({ format: 'date' }), changes: Type.Integer() });

/** A call for each section of the overview, so that one that is slow or down does not stop the others. */
export const overview = defineCalls({
  'GET /overview/counts': {
    id: 'countNotes',
    summary: 'Number of notes by state',
    permission: 'note:read',
    responses: {
      200: Type.Object({ draft: Type.Integer(), published: Type.Integer(), archived: Type.Integer() }),
    },
    errors: [],
  },
  'GET /overview/activity': {
    id: 'getActivity',
    summary: 'Number of changes on each of the last seven days',
    permission: 'note:read',
    responses: { 200: Type.Array(Activity) },
    errors: [],
  },
  'GET /overview/tip': {
    id: 'getTip',
    summary: 'The tip of the day',
    permission: 'note:read',
    responses: { 200: Type.Object({ text: Type.String() }) },
    errors: [],
  },
});
