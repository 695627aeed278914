import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { ArticleBody } from '#platform/bench/product/parts.tsx';
import type { Article, Read } from './contract-calls.ts';

export const loader = ({ read, params }: ScreenRequest) =>
  (read as Read)('GET /articles/:slug', { params }) as Promise<Article>;

export const title = (article: Article) => article.title;

export const Component = ({ data }: ScreenProps<typeof loader>) => <ArticleBody {...data} />;
