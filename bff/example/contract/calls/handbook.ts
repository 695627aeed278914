import * as Type from 'typebox';
import { defineCalls } from '#platform/contract/define-calls.ts';

export const handbook = defineCalls({
  'GET /handbook/:page': {
    id: 'getHandbookPage',
    summary: 'A page of the handbook, as sanitized HTML',
    permission: 'status:read',
    params: Type.Object({ page: Type.String({ maxLength: 100 }) }),
    responses: { 200: Type.Object({ title: Type.String(), html: Type.String() }) },
    errors: ['not-found'],
  },
});
