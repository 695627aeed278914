import type { messages as english } from '#messages/platform/document.ts';

export const messages: typeof english = {
  description: 'Eine Anwendung in zwei Sprachen.',
  noScript: 'Diese Anwendung braucht JavaScript.',
};
