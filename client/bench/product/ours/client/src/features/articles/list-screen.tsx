import { ArticleList, Tags } from './parts.tsx';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';

export const loader = async ({ read }: ScreenRequest) => {
  const [{ items }, { tags }] = await Promise.all([
    read('GET /articles', { query: { limit: 20 } }),
    read('GET /tags'),
  ]);
  return { items, tags };
};

export const Component = ({ data: { items, tags } }: ScreenProps<typeof loader>) => (
  <div className="home">
    <div>
      <h1>Articles</h1>
      <ArticleList articles={items} />
    </div>
    <Tags tags={tags} />
  </div>
);
