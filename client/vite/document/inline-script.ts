import { build } from 'vite';
import { environment } from '../environment.ts';

/** Bundles a script with everything that it imports, to stand in the document. */
export async function inlineScript(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: environment().define,
    build: {
      write: false,
      target: 'es2024',
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        output: { format: 'iife' },
        // Constants that follow from those of other modules, such as the API path.
        optimization: { inlineConst: { pass: 2 } },
      },
    },
  });
  const [outcome] = [result].flat();
  if (!outcome || !('output' in outcome)) throw new Error(`${entry} gave no script`);
  return outcome.output[0].code.trim();
}
