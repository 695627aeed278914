import { runnerImport, type Plugin } from 'vite';
import type { product as Product } from '@web/bff/contract/product';
import type * as DocumentTexts from '../../src/messages/en/platform/document.ts';
import { inLanguage, inMessages, isFirstLanguage, language } from '../language.ts';

const MANIFEST = isFirstLanguage ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`;

/** Puts the product's name and the document's own texts and language into index.html, and writes the web app manifest. `file` holds the product. */
export function webManifest(file: string): Plugin {
  let base = '/';
  // Read on demand: an import here would restart the development server at every change.
  const read = async () => {
    const { module } = await runnerImport<{ product: typeof Product }>(file, { logLevel: 'error' });
    const texts = await runnerImport<typeof DocumentTexts>(inMessages('platform/document.ts'), {
      ...inLanguage,
      logLevel: 'error',
    });
    return { ...module.product, ...texts.module.messages };
  };
  return {
    name: 'web-manifest',
    configResolved(config) {
      base = config.base;
    },
    async generateBundle() {
      const { name } = await read();
      const manifest = {
        name,
        lang: language,
        start_url: './',
        scope: './',
        display: 'standalone',
        icons: [{ src: './favicon.svg', type: 'image/svg+xml', sizes: 'any' }],
      };
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: JSON.stringify(manifest) });
    },
    async transformIndexHtml(html, { bundle }) {
      const { name, description, noScript } = await read();
      return {
        html: html
          .replaceAll('%PRODUCT_NAME%', escaped(name))
          .replaceAll('%LANGUAGE%', language)
          .replaceAll('%NO_SCRIPT%', escaped(noScript)),
        tags: [
          ...(description ? [{ tag: 'meta', attrs: { name: 'description', content: description } }] : []),
          ...(bundle ? [{ tag: 'link', attrs: { rel: 'manifest', href: base + MANIFEST } }] : []),
        ],
      };
    },
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
