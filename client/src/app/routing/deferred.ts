import '#ui/print.css';
import type { createAppRouter } from './router.tsx';
import { takeNewVersions } from '#platform/deploys/new-version.ts';
import { prefetchOnIntent } from '../document/prefetch-on-intent.ts';

export { ErrorScreen } from './error-screen.tsx';

/** What no first screen needs begins when that one is shown. */
export function startDeferred(router: ReturnType<typeof createAppRouter>): void {
  takeNewVersions(router);
  prefetchOnIntent();
}
