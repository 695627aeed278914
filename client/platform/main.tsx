// Imported first, to report errors of the other modules.
import { reportRouteError, reportScreen } from './reports/client-reports.ts';
import './product/first-paint.ts';
import './ui/styles/print.css';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createAppRouter } from './routing/router.tsx';
// Imported here to put `send-call.ts` into the first chunk, because nearly every screen calls the BFF.
import './api/send-call.ts';
import { streamReader } from './api/stream-reader.ts';
import { canonicalPath } from './document/canonical-path.ts';
import { restorePostLogoutRedirect } from './session/post-logout-redirect.ts';

// In a build, the document's inline script has already restored the address.
if (import.meta.env.SIGN_IN && import.meta.env.DEV) restorePostLogoutRedirect();

// Gives the first history entry a key, by which the router stores scroll positions. The router creates keys only for entries that it adds itself.
const state: unknown = history.state ?? { key: Date.now() };
history.replaceState(
  state,
  '',
  canonicalPath(location.pathname, BASE_PATH) + location.search + location.hash,
);

// Always sets the loader in development, because the development server does not update STREAMS when the contract gets its first stream.
if (import.meta.env.DEV || import.meta.env.STREAMS)
  streamReader.load = () => import('./routing/deferred.ts').then(({ readEvents }) => readEvents);

const root = document.getElementById('root') as HTMLElement;
const router = createAppRouter();
reportScreen(() => router.state.matches.at(-1)?.route.path ?? '');
const application = (
  <StrictMode>
    {/* Renders the first screen without interruption. In a transition, React would render it in time slices. */}
    <RouterProvider router={router} useTransitions={false} onError={reportRouteError} />
  </StrictMode>
);
// Hydrates at once, before the screen has loaded, because the document contains only the layout. In development, the document is empty.
if (import.meta.env.DEV) createRoot(root).render(application);
else flushSync(() => hydrateRoot(root, application));

const stop = router.subscribe(({ initialized }) => {
  if (!initialized) return;
  stop();
  const startDeferred = () => void import('./routing/deferred.ts').then(({ start }) => start(router));
  // With a deadline, because a page that is busy or in the background is never idle, and must follow a sign-out in another tab.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(startDeferred, { timeout: 2_000 });
  else setTimeout(startDeferred);
});
