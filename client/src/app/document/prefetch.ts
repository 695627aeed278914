import { assetUrl } from './asset-url.ts';

/** Has the browser fetch what a shipped screen consists of; what it fails to fetch is nobody's trouble yet. */
export function prefetch(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.href = assetUrl(file);
    document.head.append(link);
  }
}
