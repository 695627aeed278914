/**
 * What pages may load from elsewhere, by directive of the content security policy, as its sources (CSP Level 3, section 2.3.1):
 * `'https://images.example'`, or `'blob:'` to show a file that a person has chosen. The application's own origin is always allowed.
 */
export const sources: Sources = {
  'img-src': [],
  'media-src': [],
  'font-src': [],
  'frame-src': [],
};

export type Sources = Readonly<Record<'img-src' | 'media-src' | 'font-src' | 'frame-src', readonly string[]>>;
