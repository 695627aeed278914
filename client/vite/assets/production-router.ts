import { resolve } from 'node:path';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const FILES: Readonly<Record<string, string>> = {
  'react-router': 'production/index.mjs',
  'react-router/dom': 'production/dom-export.mjs',
};
/** Names for React's tools, and calls that do nothing but return: either would keep components in the build that nobody uses. */
const DISPLAY_NAMES = /^\w+\.displayName = .*$/gm;
const PURE = /^var \w+ = (?=React\d*\.(?:createContext|forwardRef|memo)\()/gm;

/** The router ships a build for production that its `exports` never lead to: all conditions name the one for development. */
export function productionRouter(): Plugin {
  const dist = resolve(createRequire(import.meta.url).resolve('react-router/package.json'), '../dist');
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (FILES[id] ? resolve(dist, FILES[id]) : undefined),
    transform: (code, id) =>
      id.startsWith(dist) ? code.replace(DISPLAY_NAMES, '').replace(PURE, '$&/* @__PURE__ */ ') : undefined,
  };
}
