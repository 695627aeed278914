import type { FastifyRequest } from 'fastify';
import type { Language } from '#platform/contract/product/languages.ts';
import { createLanguageChoice } from '#platform/edge/languages.ts';

const choose = createLanguageChoice();

/** Returns the user's language by the same rule as the document's: the cookie, then `Accept-Language`, then the product's first language. */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  choose(headers.cookie, headers['accept-language']) as Language;
