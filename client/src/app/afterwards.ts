import '#ui/print.css';
import type { createAppRouter } from './router.tsx';
import { takeNewVersions } from '#platform/new-version.ts';
import { preloadOnIntent } from './preload-on-intent.ts';

export { ErrorScreen } from './error-screen.tsx';

/** What no first screen needs begins when that one is shown. */
export function beginAfterwards(router: ReturnType<typeof createAppRouter>): void {
  takeNewVersions(router);
  preloadOnIntent();
}
