import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { type createBrowserRouter, matchRoutes } from 'react-router-dom';
import { focusOn } from './focus.ts';
import { fragmentTarget } from './fragment-target.ts';

/**
 * Makes the router follow links that React does not render: links to screens in `SanitizedHtml`, and links to a fragment of the same page, such as
 * `<a href="#details">`. For a fragment, the browser would scroll before the router can store the position for Back, and would add a history entry
 * unknown to the router.
 */
export function followPlainLinks(
  router: Pick<ReturnType<typeof createBrowserRouter>, 'navigate' | 'routes'>,
): void {
  const isScreen = ({ origin, pathname }: HTMLAnchorElement) => {
    const matches = origin === location.origin && matchRoutes(router.routes, pathname, BASE_PATH);
    return matches && matches.at(-1)?.route.path !== '*';
  };
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    const isModified = event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    // A link in an SVG is not an HTMLAnchorElement.
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || isModified) return;
    if (link.target || link.hasAttribute('download')) return;
    const [page, fragment] = link.href.split('#');
    const { pathname, search, hash } = link;
    if (fragment !== undefined && page === location.href.split('#')[0]) {
      event.preventDefault();
      const shown = router.navigate({ hash }, { replace: hash === location.hash });
      void shown.then(() => focusOn(fragmentTarget(hash)));
    } else if (link.closest('.sanitized-html') && isScreen(link)) {
      event.preventDefault();
      void router.navigate(pathname.slice(BASE_PATH.length) + search + hash);
    }
  });
}
