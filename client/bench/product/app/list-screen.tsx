import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { List, type ListProps } from '../parts.tsx';
import type { Read } from './contract-calls.ts';

export const loader = async ({ read }: ScreenRequest) => {
  const [articles, tags] = await Promise.all([
    (read as Read)('GET /articles', { query: { limit: 20 } }),
    (read as Read)('GET /tags'),
  ]);
  return { ...(articles as object), ...(tags as object) } as ListProps;
};

export const Component = ({ data }: ScreenProps<typeof loader>) => <List {...data} />;
