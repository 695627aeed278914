import '../../../../src/app/tokens.css';
import '#platform/ui/styles/base.css';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Outlet, RouterProvider, useLoaderData } from 'react-router-dom';
import type { Article, List } from '#platform/bench/product/app/contract-calls.ts';
import { ArticleBody, ArticleList, Frame } from '#platform/bench/product/parts.tsx';

const ListScreen = () => <ArticleList {...(useLoaderData() as List)} />;
const DetailScreen = () => <ArticleBody {...(useLoaderData() as Article)} />;

const screen = (path: string, call: string, element: ReactNode) => ({
  path,
  loader: async ({ params }: { params: Readonly<Record<string, string | undefined>> }): Promise<unknown> =>
    (await fetch(`/web/api${call}${params['slug'] ?? ''}`)).json(),
  element,
  hydrateFallbackElement: <p>Loading …</p>,
});
const element = (
  <Frame>
    <Outlet />
  </Frame>
);
const children = [
  screen('/', '/articles?limit=20', <ListScreen />),
  screen('/articles/:slug', '/articles/', <DetailScreen />),
];
const router = createBrowserRouter([{ element, children }], { basename: '/web/' });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
