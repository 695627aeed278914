import { build } from 'vite';

/** Bundles a script with everything that it imports, to stand in the document. Code behind a flag that is false is left out. */
export async function inlineScript(entry: string, flags: Readonly<Record<string, boolean>>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, String(value)])),
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
