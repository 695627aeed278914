import '../../../src/ui/styles/tokens.css';
import '../../../src/ui/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Outlet,
  RouterProvider,
  useLoaderData,
} from 'react-router-dom';
import type { Article, List } from '../app/contract-calls.ts';
import { ArticleBody, ArticleList, Frame } from '../parts.tsx';

const load = async (path: string): Promise<unknown> => (await fetch(`/web/api${path}`)).json();
const hydrateFallbackElement = <p>Loading …</p>;

const ListScreen = () => <ArticleList {...(useLoaderData() as List)} />;
const DetailScreen = () => <ArticleBody {...(useLoaderData() as Article)} />;

const frame = (
  <Frame>
    <Outlet />
  </Frame>
);
const children = [
  {
    path: '/',
    loader: () => load('/articles?limit=20'),
    element: <ListScreen />,
    hydrateFallbackElement,
  },
  {
    path: '/articles/:slug',
    loader: ({ params }: LoaderFunctionArgs) => load(`/articles/${params['slug']}`),
    element: <DetailScreen />,
    hydrateFallbackElement,
  },
];
const router = createBrowserRouter([{ element: frame, children }], { basename: '/web/' });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
