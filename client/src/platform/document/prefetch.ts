import { BASE_PATH } from '@web/bff/contract/constants';

/** Where a file of a screen lies. */
export const assetUrl = (file: string): string => `${BASE_PATH}/assets/${file}`;

/** Appends a link to the document's head. */
export function appendLink(attributes: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), attributes);
  document.head.append(link);
  return link;
}

/** Lets the browser fetch the files of a screen. An error is no problem yet: the import that needs the file will tell. */
export function prefetch(files: readonly string[]): void {
  for (const file of files)
    appendLink({
      ...(file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
      href: assetUrl(file),
    });
}
