import { existsSync, globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const MESSAGES = resolve(import.meta.dirname, '../src/messages');

const namesIn = (folder: string, prefix = '') =>
  globSync('**/*.ts', { cwd: resolve(MESSAGES, folder) }).map((name) => prefix + name);

/**
 * Resolves `#messages/…` to the texts of one language. A product's file replaces the platform's of the same name, which it can import by that
 * name. Throws if the language lacks a file.
 */
export function messagesIn(language: string): Plugin {
  // English is the reference, as it is for the types.
  const english = namesIn('en').filter((name) => !name.startsWith('platform/'));
  const there = [...namesIn(language), ...namesIn(`platform/${language}`, 'platform/')];
  const needed = [...english, ...namesIn('platform/en', 'platform/')];
  const missing = needed.filter((name) => !there.includes(name));
  if (missing.length > 0) throw new Error(`client/src/messages/${language}/ has no ${missing.join(', ')}.`);
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
