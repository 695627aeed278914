import type { IncomingMessage, ServerResponse } from 'node:http';
import { runnerImport, type HtmlTagDescriptor, type Plugin } from 'vite';

interface Options {
  /** The file that holds the product's name. */
  readonly product: string;
  /** The file that holds the table of screens. */
  readonly screens: string;
}

const MANIFEST = 'manifest.webmanifest';

/**
 * Finishes index.html: the product's name, the manifest, and a preload of the home screen's chunk, which would
 * otherwise be asked for only after the entry has run. The home screen is the table's first row.
 */
export function shell({ product, screens }: Options): Plugin {
  let base = '/';
  let home: string | undefined;
  // Read when asked for: an import here would have the development server restart at every change.
  const readName = async () =>
    (await runnerImport<{ product: { name: string } }>(product, { logLevel: 'error' })).module.product.name;
  const manifestOf = (name: string) =>
    JSON.stringify({
      name,
      start_url: './',
      scope: './',
      display: 'standalone',
      icons: [{ src: './favicon.svg', type: 'image/svg+xml', sizes: 'any' }],
    });
  return {
    name: 'shell',
    configResolved(config) {
      base = config.base;
    },
    configureServer(server) {
      server.middlewares.use((request: IncomingMessage, response: ServerResponse, next) => {
        if (request.url !== `${base}${MANIFEST}`) return next();
        readName().then(
          (name) => response.setHeader('Content-Type', 'application/manifest+json').end(manifestOf(name)),
          next,
        );
      });
    },
    buildEnd() {
      home = this.getModuleInfo(screens)?.dynamicallyImportedIds[0];
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: manifestOf(await readName()) });
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const tags: HtmlTagDescriptor[] = [
          { tag: 'link', attrs: { rel: 'manifest', href: `${base}${MANIFEST}` }, injectTo: 'head' },
        ];
        if (bundle) {
          const chunk = Object.values(bundle).find(
            (output) => output.type === 'chunk' && output.facadeModuleId === home,
          );
          if (!chunk) throw new Error(`${screens}: the first row names no lazy home screen`);
          const href = `${base}${chunk.fileName}`;
          const attrs = { rel: 'modulepreload', crossorigin: true, href };
          tags.push({ tag: 'link', attrs, injectTo: 'head' });
        }
        return { html: html.replaceAll('%PRODUCT_NAME%', escapeHtml(await readName())), tags };
      },
    },
  };
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
