/* Loaded after the first screen, or to show an error. */
import '#ui/styles/print.css';
import '#platform/document/page-translation.ts';
import './rescue-focus.ts';
import { startSession as start } from '../session/start-session.ts';

export { prefetchOnIntent } from '../document/prefetch-on-intent.ts';
export { ErrorScreen } from './error-screen.tsx';
export { staleNotice } from './stale-notice.tsx';
export const startSession = import.meta.env.SIGN_IN ? start : undefined;
