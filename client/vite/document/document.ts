import { resolve } from 'node:path';
import { runnerImport, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import type { Screen } from '../../src/app/routing/screen.ts';
import { inlineScript } from './inline-script.ts';
import type { prerender } from './prerender.tsx';
import { shipScreens } from './screen-manifest.ts';
import { specification } from '../specification/specification.ts';

/** What `start.ts` looks for. */
const TABLE = 'screens';

interface Options {
  /** The file that holds the table of screens. */
  readonly screens: string;
  /** The modules of its rows, in their order, as the build has found them. */
  readonly modules: readonly string[];
  /** The script that stands in the document. */
  readonly start: string;
}

const run = async <T>(module: string): Promise<T> =>
  (
    await runnerImport<T>(module, {
      root: resolve(import.meta.dirname, '../..'),
      logLevel: 'error',
      plugins: [specification(), withoutStyles],
    })
  ).module;

/** Markup alone is wanted of what is drawn here. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0without-styles' : undefined),
  load: (id) => (id === '\0without-styles' ? '' : undefined),
};

/**
 * Makes of index.html the one document of all screens: the frame drawn before any script has arrived, its styles, the table of
 * screens and the script that begins with it. In development it stays as it is.
 */
export function shell({ screens, modules, start }: Options): Plugin {
  let build = '';
  return {
    name: 'shell',
    apply: 'build',
    configResolved({ define }) {
      build = JSON.parse(String(define?.['__BUILD__'] ?? '""')) as string;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html;
        const rows = (await run<{ screens: readonly Screen[] }>(screens)).screens;
        const table = JSON.stringify(shipScreens(rows, modules, bundle)).replaceAll('<', '\\u003c');
        const page = await run<{ prerender: typeof prerender }>(
          resolve(import.meta.dirname, 'prerender.tsx'),
        );
        const { text, without } = inlinedStyles(html, bundle);
        const tags: HtmlTagDescriptor[] = [
          { tag: 'style', children: text, injectTo: 'head' },
          {
            tag: 'script',
            attrs: { type: 'application/json', id: TABLE },
            children: table,
            injectTo: 'body',
          },
          { tag: 'script', children: await inlineScript(start), injectTo: 'body' },
        ];
        return {
          html: without
            .replace('<html ', `<html data-build="${build}" `)
            .replace('<div id="root"></div>', () => page.prerender()),
          tags,
        };
      },
    },
  };
}

/** The stylesheets that the document names, as text; as files nobody asks for them any more. */
function inlinedStyles(html: string, bundle: Rolldown.OutputBundle): { text: string; without: string } {
  let text = '';
  const without = html.replace(
    /\s*<link rel="stylesheet"[^>]*href="[^"]*?(assets\/[^"]+)"[^>]*>/g,
    (_, file: string) => {
      const sheet = bundle[file];
      if (sheet?.type !== 'asset') throw new Error(`index.html names ${file}, which the build does not have`);
      text += String(sheet.source).trim();
      delete bundle[file];
      return '';
    },
  );
  return { text, without };
}
