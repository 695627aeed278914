import { ArticleBody } from './parts.tsx';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';

export const loader = ({ read, params }: ScreenRequest) => read('GET /articles/:slug', { params });

export const title = ({ title }: Awaited<ReturnType<typeof loader>>) => title;

export const Component = ({ data }: ScreenProps<typeof loader>) => <ArticleBody {...data} />;
