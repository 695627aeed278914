import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const MESSAGES = resolve(import.meta.dirname, '../src/messages');

const namesIn = (folder: string): string[] => {
  const path = resolve(MESSAGES, folder);
  const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  return names.filter((name) => name.endsWith('.ts'));
};

const ofPlatform = (language: string) => namesIn(`platform/${language}`).map((name) => `platform/${name}`);

/**
 * `#messages/…` has the texts of one language: those of the product, and for `#messages/platform/…` those of the platform, unless the product
 * has a file of that name. That file imports the platform's by the same name. Throws for a file that the language lacks.
 */
export function messagesIn(language: string): Plugin {
  // The compiler checks all texts by those in English.
  const english = namesIn('en').filter((name) => !name.startsWith('platform/'));
  const translated = [...namesIn(language), ...ofPlatform(language)];
  const missing = [...english, ...ofPlatform('en')].filter((name) => !translated.includes(name));
  if (missing.length > 0) throw new Error(`client/src/messages/${language}/ lacks ${missing.join(', ')}.`);
  return {
    name: 'messages',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^#messages\// },
      handler(id, importer = '') {
        const name = id.slice('#messages/'.length);
        const [file] = importer.split('?');
        const ofProduct = resolve(MESSAGES, language, name);
        const isProduct = !name.startsWith('platform/') || (existsSync(ofProduct) && file !== ofProduct);
        return isProduct ? ofProduct : resolve(MESSAGES, name.replace('/', `/${language}/`));
      },
    },
  };
}
