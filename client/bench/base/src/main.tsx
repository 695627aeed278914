import './index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { Home } from './home.tsx';
import { Layout } from './layout.tsx';

const router = createBrowserRouter([{ element: <Layout />, children: [{ path: '/', element: <Home /> }] }], {
  basename: '/web/',
});

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
