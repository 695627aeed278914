import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { prefetch } from './prefetch.ts';

/** Prefetches a screen when the user hovers over, focuses or touches a link to it. */
export function prefetchOnIntent(): void {
  const fetched = new Set<string>();
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a');
    if (!link || link.origin !== location.origin || !link.pathname.startsWith(`${BASE_PATH}/`)) return;
    const screen = globalThis.bootstrapData?.screenAt(link.pathname.slice(BASE_PATH.length));
    if (!screen || fetched.has(screen.path)) return;
    fetched.add(screen.path);
    prefetch(screen.files);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, onIntent, { passive: true });
}
