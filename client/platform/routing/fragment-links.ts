import type { createBrowserRouter } from 'react-router-dom';
import { focusOn } from './focus.ts';
import { fragmentTarget } from './fragment-target.ts';

/**
 * Makes the router follow links to a fragment of the same page, such as `<a href="#details">`. Otherwise the browser would scroll before the router
 * can store the position for Back, and would add a history entry unknown to the router.
 */
export function followFragmentLinks(router: Pick<ReturnType<typeof createBrowserRouter>, 'navigate'>): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    const isModified = event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    // A link in an SVG is not an HTMLAnchorElement.
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || isModified) return;
    if (link.target || link.hasAttribute('download')) return;
    const [page, fragment] = link.href.split('#');
    if (fragment === undefined || page !== location.href.split('#')[0]) return;
    event.preventDefault();
    const { hash } = link;
    const shown = router.navigate({ hash }, { replace: hash === location.hash });
    void shown.then(() => focusOn(fragmentTarget(hash)));
  });
}
