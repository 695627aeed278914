import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { ArticleList } from '#platform/bench/product/parts.tsx';
import type { List, Read } from './contract-calls.ts';

export const loader = ({ read }: ScreenRequest) =>
  (read as Read)('GET /articles', { query: { limit: 20 } }) as Promise<List>;

export const Component = ({ data }: ScreenProps<typeof loader>) => <ArticleList {...data} />;
