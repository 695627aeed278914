/** Directives of the content security policy that a product may widen. The application's own origin is always allowed. */
export type SourceDirective =
  | 'connect-src'
  | 'font-src'
  | 'frame-src'
  | 'img-src'
  | 'media-src'
  | 'script-src'
  | 'style-src'
  | 'worker-src';

/**
 * Sources by directive (CSP Level 3, section 2.3.1), such as `https://tiles.example`. `img-src`, `media-src` and `worker-src` also take `blob:`.
 * `trusted-types` has the names of the product's Trusted Types policies.
 */
export type Sources = Readonly<Partial<Record<SourceDirective | 'trusted-types', readonly string[]>>>;
