import { BASE_PATH } from '@web/bff/contract/constants';

/** Where a file of a shipped screen lies. */
export const assetUrl = (file: string): string =>
  `${BASE_PATH}/assets/${file}${file.endsWith('.css') ? '' : '.js'}`;
