import '../../../src/ui/styles/tokens.css';
import '../../../src/ui/styles/base.css';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Outlet, RouterProvider, useParams } from 'react-router-dom';
import type { Article, List } from '../app/contract-calls.ts';
import { ArticleBody, ArticleList, Frame } from '../parts.tsx';

/** JSON of the API; undefined until it is there. */
function useData(path: string): unknown {
  const [data, setData] = useState<unknown>();
  useEffect(() => {
    const controller = new AbortController();
    fetch(`/web/api${path}`, { signal: controller.signal })
      .then((response) => response.json())
      .then((body) => setData(body))
      .catch(() => {});
    return () => controller.abort();
  }, [path]);
  return data;
}

function ListScreen() {
  const list = useData('/articles?limit=20') as List | undefined;
  return list ? <ArticleList {...list} /> : <p>Loading …</p>;
}

function DetailScreen() {
  const { slug = '' } = useParams();
  const article = useData(`/articles/${encodeURIComponent(slug)}`) as Article | undefined;
  return article ? <ArticleBody {...article} /> : <p>Loading …</p>;
}

const frame = (
  <Frame>
    <Outlet />
  </Frame>
);
const screens = [
  { path: '/', element: <ListScreen /> },
  { path: '/articles/:slug', element: <DetailScreen /> },
];
const router = createBrowserRouter([{ element: frame, children: screens }], { basename: '/web/' });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
