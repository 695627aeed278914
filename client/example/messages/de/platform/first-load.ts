import { titles } from '#messages/titles.ts';
import { documentTexts as platform } from '#platform/messages/first-load.ts';

export * from '#platform/messages/first-load.ts';
/** In English, the description is the product's purpose. */
export const documentTexts: typeof platform = { ...platform, description: titles.purpose };
