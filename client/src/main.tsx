// First, to report errors of the other modules.
import { reportScreen } from './platform/reports/client-reports.ts';
import './app/first-paint.ts';
import { BASE_PATH } from '@web/bff/contract/constants';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createAppRouter } from './app/routing/router.tsx';
// Nearly every screen calls the BFF, so this goes into the first chunk.
import './platform/api/api.ts';
import { canonicalPath } from './platform/document/canonical-path.ts';
import { restorePostLogoutRedirect } from './platform/session/post-logout-redirect.ts';

// In a build the document's script has already done so.
if (import.meta.env.SIGN_IN && import.meta.env.DEV) restorePostLogoutRedirect();

const path = canonicalPath(location.pathname, BASE_PATH);
if (path !== location.pathname) {
  history.replaceState(history.state, '', path + location.search + location.hash);
}

const root = document.getElementById('root') as HTMLElement;
const router = createAppRouter();
reportScreen(() => router.state.matches.at(-1)?.route.path ?? '');
const application = (
  <StrictMode>
    {/* A transition would render the first screen in time slices. */}
    <RouterProvider router={router} useTransitions={false} />
  </StrictMode>
);
// Synchronously, before the screen has loaded: the document has only the layout. In development it is empty.
if (root.firstElementChild) flushSync(() => hydrateRoot(root, application));
else createRoot(root).render(application);

const stop = router.subscribe(({ initialized }) => {
  if (!initialized) return;
  stop();
  performance.mark('screen-shown');
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  whenIdle(() => void startDeferred());
});

async function startDeferred(): Promise<void> {
  const { prefetchOnIntent, startSession } = await import('./app/routing/deferred.ts');
  prefetchOnIntent();
  if (import.meta.env.SIGN_IN) startSession?.(() => void router.revalidate());
}
