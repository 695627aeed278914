/* Loaded after the first screen, or to show an error. */
import '#ui/styles/print.css';
import '#platform/document/page-translation.ts';
import './rescue-focus.ts';
import type { createBrowserRouter } from 'react-router-dom';
import { prefetchOnIntent } from '../document/prefetch-on-intent.ts';
import { startSession } from '../session/start-session.ts';
import { followFragmentLinks } from './fragment-links.ts';

export { ErrorScreen } from './error-screen.tsx';
export { staleNotice } from './stale-notice.tsx';

/** Starts what the first screen does not need. */
export function start(router: ReturnType<typeof createBrowserRouter>): void {
  prefetchOnIntent();
  followFragmentLinks(router);
  if (import.meta.env.SIGN_IN) startSession(() => void router.revalidate());
}
