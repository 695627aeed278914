import type { articles } from '#contract/calls/articles.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

const words =
  'a list of twenty rows with words of every length that nobody compresses to nothing at all'.split(' ');
let seed = 1;
/** The same words in every run. */
const word = (): string => {
  seed = (seed * 48_271) % 2_147_483_647;
  return `${words[seed % words.length]}${seed % 7 === 0 ? seed % 1_000 : ''}`;
};
const text = (length: number) => Array.from({ length }, word).join(' ');

const items = Array.from({ length: 20 }, (_, at) => ({
  slug: `article-${at}`,
  title: `Article ${at}: ${text(5)}`,
  description: text(20),
  author: text(2),
  date: '21 November 2026',
  tags: [`${word()}-${at}`, `tag-${at}`],
}));
/** About 40 kB of JSON. */
const paragraphs = Array.from({ length: 60 }, () => text(120));

export const articleHandlers: HandlersOf<typeof articles> = {
  'GET /articles': ({ query }) => ({ items: items.slice(0, query.limit) }),
  'GET /tags': () => ({ tags: Array.from({ length: 20 }, (_, at) => `tag-${at}`) }),
  'GET /articles/:slug': ({ params }) => ({
    ...{ title: params.slug, author: 'Somebody', date: '21 November 2026' },
    paragraphs,
  }),
};
