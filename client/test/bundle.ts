import { build, type Rolldown } from 'vite';

/** The minified chunks that a module becomes with what it imports; the first is the module's own. */
export async function bundle(entry: string): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2024',
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output.filter((file) => file.type === 'chunk');
}
