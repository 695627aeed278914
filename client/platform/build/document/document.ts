import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import { runnerImport, type Plugin, type Rolldown } from 'vite';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { documentOf } from '@web/bff/platform/edge/languages';
import { pathPattern } from '#platform/document/match-screen.ts';
import type { DocumentFacts } from '#platform/build/assets/precompress.ts';
import { environment, isFirstLanguage, language, type ProductConfig } from '#platform/build/environment.ts';
import { errorsOfScreens } from './check-screens.ts';
import { applicationIn, documentScreens } from './document-screens.ts';
import { inlineScript } from './inline-script.ts';
import { commonHead, LAYERS } from './common-head.ts';
import type * as prerendering from './prerender.tsx';
import { readScreens, type Table } from './read-screens.ts';

const CLIENT = resolve(import.meta.dirname, '../../..');
const BOOTSTRAP = resolve(CLIENT, 'platform/document/bootstrap.ts');
/**
 * Tags that get a low fetch priority. The first call's response is more urgent, because it can fill the placeholder before these scripts have loaded.
 */
const ENTRY_TAG = /<(?:script type="module"|link rel="modulepreload")/g;
const WEB_MANIFEST = isFirstLanguage ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`;

/**
 * Turns index.html into the document of all screens, with the prerendered layout, inline styles, the table of screens and the bootstrap script.
 * Also emits the web app manifest. In development, index.html stays as it is. Reports mistakes in the table of screens, also in development.
 */
export function documentOfAllScreens(productConfig: ProductConfig) {
  let build = '';
  let table: Table;
  let webManifest = '';
  let styles: readonly string[] = [];
  /** Filled in by `transformIndexHtml`. */
  const manifest: DocumentFacts = { screens: [], inline: { script: [], style: [] } };

  const plugin: Plugin = {
    name: 'document-of-all-screens',
    apply: (_, { mode }) => mode !== 'test',
    configResolved({ define }) {
      build = JSON.parse(String(define?.['__BUILD__'] ?? '""')) as string;
    },
    async buildStart() {
      table = await readScreens(productConfig);
      const errors = errorsOfScreens(table);
      if (errors.length > 0) throw withoutStack(['client/src/app/screens.ts:', ...errors].join('\n  '));
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html;
        const screens = documentScreens(table, bundle);
        const style = LAYERS + takeStyles(bundle, styles);
        const { name, head, body } = await rendered(bundle, productConfig);
        const script = await inlineScript(BOOTSTRAP);
        const attrs = { type: 'application/json', id: 'screens' };
        const json = JSON.stringify(screens).replaceAll('<', String.raw`\u003c`);
        webManifest = webManifestOf(name);
        Object.assign(manifest, {
          screens: screens.map(({ path }) => unnamed(pathPattern(path))),
          inline: { script: [hashOf(script)], style: [hashOf(style)] },
        });
        return {
          html: html
            .replace('<html ', `<html data-build="${build}" `)
            .replaceAll(ENTRY_TAG, '$& fetchpriority="low"')
            .replace('<title></title>', () => head)
            .replace('<div id="root"></div>', () => body),
          tags: [
            { tag: 'style', children: style, injectTo: 'head' },
            { tag: 'script', attrs, children: json, injectTo: 'body' },
            { tag: 'script', children: script, injectTo: 'body' },
          ],
        };
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        this.emitFile({ type: 'asset', fileName: WEB_MANIFEST, source: webManifest });
        const html = bundle['index.html'];
        if (isFirstLanguage || html?.type !== 'asset') return;
        delete bundle['index.html'];
        this.emitFile({ type: 'asset', fileName: documentOf(language), source: html.source });
      },
    },
  };
  // Takes the entry chunk's style sheets away from Vite, which would link them in index.html and make chunks wait for them.
  const stylesOfDocument: Plugin = {
    name: 'styles-of-the-document',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const { importedCss } = applicationIn(bundle).viteMetadata ?? {};
        styles = [...(importedCss ?? [])];
        importedCss?.clear();
      },
    },
  };
  return { plugins: [commonHead, stylesOfDocument, plugin], manifest };
}

/** Removes the names of groups, which must be unique in a pattern. */
const unnamed = (pattern: string): string => pattern.replaceAll(/\(\?<\w+>/g, '(?:');

const webManifestOf = (name: string): string =>
  JSON.stringify({
    name,
    lang: language,
    start_url: './',
    scope: './',
    display: 'standalone',
    icons: [{ src: './favicon.svg', type: 'image/svg+xml', sizes: 'any' }],
  });

/** Creates an error without a stack, because Vite would print the stack. */
const withoutStack = (message: string) => Object.assign(new Error(message), { stack: message });

/** Hash source for the content security policy (CSP Level 3, section 2.3.1). */
const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Removes the style sheets from the bundle, and returns their text for the document. */
function takeStyles(bundle: Rolldown.OutputBundle, files: readonly string[]): string {
  let text = '';
  for (const file of files) {
    const sheet = bundle[file];
    if (sheet?.type === 'asset') text += String(sheet.source).trim();
    delete bundle[file];
  }
  return text;
}

/**
 * Resolves imported images to their URLs in the bundle while prerendering, because hydration would not correct wrong URLs.
 */
function assetsOf(bundle: Rolldown.OutputBundle): Plugin {
  const urls = new Map(
    Object.values(bundle).flatMap((file) =>
      file.type === 'asset' ? file.originalFileNames.map((name) => [name, file.fileName] as const) : [],
    ),
  );
  return {
    name: 'assets-of-the-bundle',
    enforce: 'pre',
    load(id) {
      const file = relative(CLIENT, id.replace(/\?url$/, ''));
      const url = urls.get(file);
      if (url) return `export default ${JSON.stringify(`${BASE_PATH}/${url}`)};`;
      if (!/\.(?:avif|gif|jpe?g|png|svg|webp)$/.test(file)) return undefined;
      throw new Error(`${file}: only placeholders import this image; move it to client/public/`);
    },
  };
}

/** Prerenders the layout and the placeholders. */
async function rendered(bundle: Rolldown.OutputBundle, productConfig: ProductConfig) {
  const withoutStyles: Plugin = {
    name: 'without-styles',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.css') ? '\0without-styles' : undefined),
    load: (id) => (id === '\0without-styles' ? '' : undefined),
  };
  const { plugins, ...options } = environment(productConfig);
  try {
    const { module } = await runnerImport<typeof prerendering>(
      resolve(import.meta.dirname, 'prerender.tsx'),
      {
        root: CLIENT,
        logLevel: 'error',
        mode: 'production',
        ...options,
        plugins: [withoutStyles, assetsOf(bundle), ...plugins],
      },
    );
    return module.prerender(WEB_MANIFEST);
  } catch (cause) {
    throw new Error(
      `failed to render src/app/layout.tsx and the placeholders in Node, which has no document and no window: ${String(cause)}`,
      { cause },
    );
  }
}
