import { BASE_PATH } from '@web/bff/contract/constants';
import { matchPath } from 'react-router-dom';
import { prefetch } from './prefetch.ts';

/** Fetches a screen when somebody is about to follow a link to it: the pointer is over it, it has the focus, a finger touches it. */
export function prefetchOnIntent(): void {
  const fetched = new Set<string>();
  const intend = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a');
    if (!link || link.origin !== location.origin || !link.pathname.startsWith(`${BASE_PATH}/`)) return;
    const pathname = link.pathname.slice(BASE_PATH.length);
    const screen = globalThis.shell?.screens.find(([path]) =>
      matchPath({ path, caseSensitive: true }, pathname),
    );
    if (!screen || fetched.has(screen[0])) return;
    const [path, , , , ...files] = screen;
    fetched.add(path);
    prefetch(files);
  };
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(sign, intend, { passive: true });
}
