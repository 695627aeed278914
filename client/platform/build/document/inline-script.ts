import { build } from 'vite';
import { define } from '#platform/build/environment.ts';

/** Bundles a script with its imports for inlining. */
export async function inlineScript(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'es2024',
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        output: { format: 'iife' },
        // Inlines constants derived from other modules' constants, such as the API path.
        optimization: { inlineConst: { pass: 2 } },
      },
    },
  });
  const [outcome] = [result].flat();
  if (!outcome || !('output' in outcome)) throw new Error(`the build of ${entry} has no output`);
  return outcome.output[0].code.trim();
}
