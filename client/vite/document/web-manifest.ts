import { runnerImport, type Plugin } from 'vite';
import type { product as Product } from '@web/bff/contract/product';

const MANIFEST = 'manifest.webmanifest';

/** Puts the product's name, purpose and language into index.html, and writes the web app manifest. `file` holds the product. */
export function webManifest(file: string): Plugin {
  let base = '/';
  // Read on demand: an import here would restart the development server at every change.
  const read = async () =>
    (await runnerImport<{ product: typeof Product }>(file, { logLevel: 'error' })).module.product;
  return {
    name: 'web-manifest',
    configResolved(config) {
      base = config.base;
    },
    async generateBundle() {
      const { name, language } = await read();
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
      const { name, purpose, language } = await read();
      return {
        html: html.replaceAll('%PRODUCT_NAME%', escaped(name)).replaceAll('%LANGUAGE%', escaped(language)),
        tags: [
          ...(purpose ? [{ tag: 'meta', attrs: { name: 'description', content: purpose } }] : []),
          ...(bundle ? [{ tag: 'link', attrs: { rel: 'manifest', href: base + MANIFEST } }] : []),
        ],
      };
    },
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
