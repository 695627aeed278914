import '../../../src/ui/styles/tokens.css';
import '../../../src/ui/styles/base.css';
import '../../../src/app/layout.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { Detail } from './detail.tsx';
import { Layout } from './layout.tsx';
import { List } from './list.tsx';

const router = createBrowserRouter(
  [
    {
      element: <Layout />,
      children: [
        { path: '/', element: <List /> },
        { path: '/articles/:slug', element: <Detail /> },
      ],
    },
  ],
  { basename: '/web/' },
);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
