import { existsSync, globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const MESSAGES = resolve(import.meta.dirname, '../src/messages');

const namesIn = (folder: string, prefix = '') =>
  globSync('**/*.ts', { cwd: resolve(MESSAGES, folder) }).map((name) => prefix + name);

/**
 * `#messages/…` has the texts of one language: those of the product, and for `#messages/platform/…` those of the platform, unless the product
 * has a file of that name. That file imports the platform's by the same name. Throws for a file that the language lacks.
 */
export function messagesIn(language: string): Plugin {
  // The compiler checks all texts by those in English.
  const english = namesIn('en').filter((name) => !name.startsWith('platform/'));
  const there = [...namesIn(language), ...namesIn(`platform/${language}`, 'platform/')];
  const needed = [...english, ...namesIn('platform/en', 'platform/')];
  const missing = needed.filter((name) => !there.includes(name));
  if (missing.length > 0) throw new Error(`client/src/messages/${language}/ lacks ${missing.join(', ')}.`);
  return {
    name: 'messages',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^#messages\// },
      handler(id, importer) {
        const name = id.slice('#messages/'.length);
        const ofProduct = resolve(MESSAGES, language, name);
        if (!name.startsWith('platform/')) return ofProduct;
        const isReplaced = existsSync(ofProduct) && importer?.split('?')[0] !== ofProduct;
        return isReplaced ? ofProduct : resolve(MESSAGES, name.replace('/', `/${language}/`));
      },
    },
  };
}
