import type { IncomingMessage, ServerResponse } from 'node:http';
import { runnerImport, type Plugin } from 'vite';

interface Options {
  /** The file that holds the product's name and language. */
  readonly product: string;
}

interface Product {
  readonly name: string;
  readonly purpose: string | null;
  readonly language: string;
}

const MANIFEST = 'manifest.webmanifest';

/** Puts the product's name, purpose and language into index.html, and writes the web app manifest. */
export function webManifest({ product }: Options): Plugin {
  let base = '/';
  // Read on demand: an import here would restart the development server at every change.
  const read = async () =>
    (await runnerImport<{ product: Product }>(product, { logLevel: 'error' })).module.product;
  const manifestOf = ({ name, language }: Product) =>
    JSON.stringify({
      name,
      lang: language,
      start_url: './',
      scope: './',
      display: 'standalone',
      icons: [{ src: './favicon.svg', type: 'image/svg+xml', sizes: 'any' }],
    });
  return {
    name: 'manifest',
    configResolved(config) {
      base = config.base;
    },
    configureServer(server) {
      server.middlewares.use((request: IncomingMessage, response: ServerResponse, next) => {
        if (request.url !== `${base}${MANIFEST}`) return next();
        read().then(
          (named) => response.setHeader('Content-Type', 'application/manifest+json').end(manifestOf(named)),
          next,
        );
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: manifestOf(await read()) });
    },
    async transformIndexHtml(html) {
      const { name, purpose, language } = await read();
      return {
        html: html.replaceAll('%PRODUCT_NAME%', escaped(name)).replaceAll('%LANGUAGE%', escaped(language)),
        tags: [
          ...(purpose ? [{ tag: 'meta', attrs: { name: 'description', content: purpose } }] : []),
          { tag: 'link', attrs: { rel: 'manifest', href: `${base}${MANIFEST}` }, injectTo: 'head' },
        ],
      };
    },
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
