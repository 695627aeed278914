/* What no first screen needs: fetched when the first screen is shown, or when an error has to be. */
import '#ui/styles/print.css';

export { prefetchOnIntent } from '../document/prefetch-on-intent.ts';
export { ErrorScreen } from './error-screen.tsx';
