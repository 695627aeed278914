import './ui/tokens.css';
import './ui/base.css';
import { BASE_PATH } from '@web/bff/contract/constants';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createAppRouter } from './app/router.tsx';
import { canonicalPath } from './platform/canonical-address.ts';

const path = canonicalPath(location.pathname, BASE_PATH);
if (path !== location.pathname) {
  history.replaceState(history.state, '', path + location.search + location.hash);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createAppRouter()} />
  </StrictMode>,
);
