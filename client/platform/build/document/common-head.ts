import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { language } from '#platform/build/environment.ts';

/**
 * Declares the order of cascade layers before any style sheet, so that Tailwind's utilities and a product's unlayered styles override the platform's.
 */
export const LAYERS = '@layer theme,base,platform,components,utilities;';

const CLIENT = resolve(import.meta.dirname, '../../..');
/** Style sheets with tokens. A later file overrides an earlier one. */
const TOKENS = ['platform/ui/styles/default-tokens.css', 'src/app/tokens.css'];
const GROUND = /--ground:\s*([^;}]*?)\s*[;}]/g;
const COLORS = /^light-dark\((#[\da-f]{6}),\s*(#[\da-f]{6})\)$/i;

/** Returns the background color in light and dark mode, from the last `--ground`. Throws if its value is not `light-dark(#rrggbb, #rrggbb)`. */
export function groundColors(css: string): { readonly light: string; readonly dark: string } {
  const declared = [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(GROUND)].at(-1)?.[1] ?? '';
  const [, light, dark] = COLORS.exec(declared) ?? [];
  if (light && dark) return { light, dark };
  throw new Error(
    `client/src/app/tokens.css: --ground is "${declared}": expected light-dark(#rrggbb, #rrggbb)`,
  );
}

const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs,
  injectTo: 'head-prepend',
});

const layers: HtmlTagDescriptor = { tag: 'style', children: LAYERS, injectTo: 'head-prepend' };

/** Adds `lang`, meta tags and `<title>` to the product's index.html, in builds and in development. */
export const commonHead: Plugin = {
  name: 'common-head',
  transformIndexHtml: {
    order: 'pre',
    handler(html, { server }) {
      const css = TOKENS.map((file) => readFileSync(resolve(CLIENT, file), 'utf8')).join('\n');
      const schemes = Object.entries(groundColors(css));
      return {
        html: html.replace('<html', `<html lang="${language}"`),
        tags: [
          meta({ charset: 'utf-8' }),
          meta({ name: 'viewport', content: 'width=device-width, initial-scale=1' }),
          // In development, style sheets load late, so index.html itself declares the color scheme and the layers. Builds inline all styles.
          ...(server ? [meta({ name: 'color-scheme', content: 'light dark' }), layers] : []),
          ...schemes.map(([scheme, content]) =>
            meta({ name: 'theme-color', media: `(prefers-color-scheme: ${scheme})`, content }),
          ),
          { tag: 'title', injectTo: 'head-prepend' },
        ],
      };
    },
  },
};
