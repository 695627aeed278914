import { BASE_PATH } from '@web/bff/platform/contract/product/constants';

/** Prefetches the files of a screen. Errors surface in the `import()` that needs a file. */
export function prefetch(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    // Low, so that the screen's first call comes before the files.
    link.fetchPriority = 'low';
    // The value of Vite's own links. With another value, the browser would fetch the file twice.
    link.crossOrigin = '';
    link.href = `${BASE_PATH}/assets/${file}`;
    document.head.append(link);
  }
}
