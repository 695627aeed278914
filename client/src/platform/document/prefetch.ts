import { BASE_PATH } from '@web/bff/contract/constants';

/** Lets the browser fetch the files of a screen. An error is no problem yet: the import that needs the file will tell. */
export function prefetch(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    // As Vite's own links have it: otherwise the browser would fetch the file again.
    link.crossOrigin = '';
    link.href = `${BASE_PATH}/assets/${file}`;
    document.head.append(link);
  }
}
