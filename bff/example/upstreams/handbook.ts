import * as Type from 'typebox';
import { sanitize } from './handbook-html.ts';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';

const Page = Type.Object({ title: Type.String(), html: Type.String() });

/** Nobody sees HTML that is not sanitized. */
export const handbook = defineUpstream(
  'handbook',
  ({ get }) => ({
    page: async (page: string) => {
      const { title, html } = await get('/handbook/:page', { params: { page } }, Page);
      return { title, html: sanitize(html) };
    },
  }),
  { errors: { 404: 'not-found' } },
);
