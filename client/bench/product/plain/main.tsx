import '../../../src/ui/styles/tokens.css';
import '../../../src/ui/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom';
import { Frame } from '../frame.tsx';
import { Detail } from './detail.tsx';
import { List } from './list.tsx';

const router = createBrowserRouter(
  [
    {
      element: (
        <Frame>
          <Outlet />
        </Frame>
      ),
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
