/* Loaded after the first screen, or to show an error. */
import '#platform/document/page-translation.ts';
import './close-header-menu.ts';
import './rescue-focus.ts';
import type { createBrowserRouter } from 'react-router-dom';
import { prefetchOnIntent } from '#platform/document/prefetch-on-intent.ts';
import { startSession } from '#platform/session/start-session.ts';
import { followPlainLinks } from './plain-links.ts';

export { readEvents } from '#platform/api/read-events.ts';
export { ErrorScreen } from './error-screen.tsx';
export { staleNotice } from './stale-notice.tsx';

/** Starts what the first screen does not need. */
export function start(router: ReturnType<typeof createBrowserRouter>): void {
  prefetchOnIntent();
  followPlainLinks(router);
  if (import.meta.env.SIGN_IN) startSession(() => void router.revalidate());
}
