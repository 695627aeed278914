import { product } from '@web/bff/platform/contract/product/product';
import type { messages as english } from '#platform/messages/document.ts';

export const messages: typeof english = {
  description: product.purpose,
  noScript: 'Diese Anwendung braucht JavaScript',
  noScriptAdvice:
    'Bitte schalten Sie es in den Einstellungen Ihres Browsers ein, und laden Sie diese Seite neu.',
  outdated: 'Bitte aktualisieren Sie Ihren Browser.',
};
