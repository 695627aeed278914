import { resolve } from 'node:path';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const FILES: Readonly<Record<string, string>> = {
  'react-router': 'production/index.mjs',
  'react-router/dom': 'production/dom-export.mjs',
};

/** The router ships a build for production that its `exports` never lead to: all conditions name the one for development. */
export function productionRouter(): Plugin {
  const dist = resolve(createRequire(import.meta.url).resolve('react-router/package.json'), '../dist');
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (FILES[id] ? resolve(dist, FILES[id]) : undefined),
  };
}
