import type { Article, Teaser } from './app/contract-calls.ts';

const words = 'a list of twenty rows with words of every length that compress to something'.split(' ');
let seed = 1;
/** The same words in every run. */
const word = (): string => {
  seed = (seed * 48_271) % 2_147_483_647;
  return `${words[seed % words.length]}${seed % 7 === 0 ? seed % 1_000 : ''}`;
};
const text = (length: number) => Array.from({ length }, word).join(' ');
const byline = { author: 'An author', date: '21 November 2026' };

const items = Array.from({ length: 20 }, (_, number): Teaser => ({
  ...byline,
  slug: `article-${number}`,
  title: `Article ${number}: ${text(5)}`,
  description: text(20),
  tags: [`${word()}-${number}`, `tag-${number}`],
}));
/** About 40 kB of JSON. */
const paragraphs = Array.from({ length: 60 }, () => text(120));
const article: Article = { ...byline, title: 'An article', paragraphs };

/** The response to a call of the product, by its path; undefined: to a call of the platform. */
export const answerTo = (path: string): object | undefined => {
  if (path === '/web/api/articles?limit=20') return { items };
  return path.startsWith('/web/api/articles/') ? article : undefined;
};
