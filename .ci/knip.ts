import type { KnipConfig } from 'knip';
import manifest from '../bff/package.json' with { type: 'json' };
import root from '../package.json' with { type: 'json' };

const isProduct = 'platform' in manifest;
/** Knip settings that a product adds to its package.json. */
const own = 'knip' in root ? (root.knip as object) : {};
/** Returns Knip's entry files beneath `platform/`. In a product, every file is an entry, because a product need not use all of the platform. */
const inPlatform = (...entries: readonly string[]): string[] =>
  isProduct ? ['platform/**/*.{ts,tsx}'] : entries.map((entry) => `platform/${entry}`);

/** Returns the entry files of the example: those that doors re-export. A product has no example. */
const inExample = (...entries: readonly string[]): string[] =>
  isProduct ? [] : entries.map((entry) => `example/${entry}`);
/** Finds an import in the example that the product does not have. */
const paths = isProduct ? {} : { '#*': ['./src/*', './example/*'] };

export default {
  workspaces: {
    '.': { entry: ['.ci/**/*.{ts,mjs}'], project: ['.ci/**/*.{ts,mjs}'] },
    bff: {
      entry: [
        ...inPlatform(
          'bench/{main,servers/*}.ts',
          'contract/**/*.ts',
          'entry.ts',
          'test/types/kit-{types,contract}.ts',
          'upstreams/define-upstream.ts',
        ),
        'src/contract/**/*.ts',
        ...inExample(
          'contract/**/*.ts',
          '{plugins,provider,roles-from-claims,settings}.ts',
          '{calls,services,upstreams}/all.ts',
          'upstreams/run-fakes.ts',
        ),
      ],
      project: ['**/*.ts'],
      paths,
    },
    client: {
      entry: [
        ...inPlatform(
          'bench/{main,product/plain/main,product/app/*}.{ts,tsx}',
          'document/bootstrap.ts',
          'forms/{body,unsaved}/*.ts',
          'messages/**/*.ts',
          'routing/{language-switch,navigation-bar}.tsx',
          'session/views/session-menu.tsx',
          'test/{console,screens,session}/app/*.{ts,tsx}',
          'test/screens/*.type-test.tsx',
          'ui/**/*.tsx',
          '{api,deploys,document,language,reports,screens,session}/**/*.ts',
        ),
        'src/messages/**/*.ts',
        ...inExample('messages/**/*.ts', 'app/{first-paint,layout,placeholders,screens}.{ts,tsx}'),
      ],
      paths,
      project: ['**/*.{ts,tsx,css}'],
      ignoreBinaries: isProduct ? [] : ['caddy'],
      // Imported only by files that a test generates.
      ignoreDependencies: isProduct ? [] : ['@tailwindcss/vite', 'tailwindcss'],
    },
    nginx: { entry: inPlatform('start/build-env.ts'), project: ['**/*.ts'] },
  },
  ignoreExportsUsedInFile: true,
  ...own,
} satisfies KnipConfig;
