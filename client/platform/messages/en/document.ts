import { product } from '@web/bff/platform/contract/product/product';

export const messages = {
  /** Meta description; null for none. */
  description: product.purpose,
  noScript: 'This application needs JavaScript',
  noScriptAdvice: 'Allow it in your browser’s settings and reload.',
  outdated: 'Please update your browser.',
};
