import { existsSync, globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const PRODUCT = resolve(import.meta.dirname, '../../src/messages');
const PLATFORM = resolve(import.meta.dirname, '../messages');

const namesIn = (folder: string, prefix = '') =>
  globSync('**/*.ts', { cwd: folder }).map((name) => prefix + name);

/** True if the client must replace texts of the BFF's problems. The BFF sends the product's in the first language, the platform's in English. */
export const replacesProblems = (language: string, isFirst: boolean): boolean =>
  !isFirst || language !== 'en' || existsSync(resolve(PRODUCT, 'en/platform/first-load.ts'));

/**
 * Resolves `#messages/…` and `#platform/messages/…` to the texts of one language. A product's file in `messages/<language>/platform/` replaces
 * the platform's file of the same name, but may import it as `#platform/messages/<name>`. Throws if the language lacks a file.
 */
export function messagesIn(language: string): Plugin {
  // The files in English determine which files each language needs.
  const english = namesIn(resolve(PRODUCT, 'en')).filter((name) => !name.startsWith('platform/'));
  const there = [
    ...namesIn(resolve(PRODUCT, language)),
    ...namesIn(resolve(PLATFORM, language), 'platform/'),
  ];
  const needed = [...english, ...namesIn(resolve(PLATFORM, 'en'), 'platform/')];
  const missing = needed.filter((name) => !there.includes(name));
  if (missing.length > 0) throw new Error(`client/src/messages/${language}/ has no ${missing.join(', ')}.`);
  return {
    name: 'messages',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^#(?:platform\/)?messages\// },
      handler(id, importer) {
        const [, ofPlatform = '', name = ''] = /^#(platform\/)?messages\/(.*)$/.exec(id) ?? [];
        const ofProduct = resolve(PRODUCT, language, ofPlatform + name);
        if (!ofPlatform) return ofProduct;
        const isReplaced = existsSync(ofProduct) && importer?.split('?')[0] !== ofProduct;
        return isReplaced ? ofProduct : resolve(PLATFORM, language, name);
      },
    },
  };
}
