import { appendLink, assetUrl } from './prefetch.ts';

const stylesheets = new Map<string, Promise<unknown>>();

/**
 * Imports a chunk by the names of its files beneath `assets/`, the chunk's own first, and waits for its styles. An error
 * is dispatched as Vite's event `vite:preloadError` (https://vite.dev/guide/build#load-error-handling), and thrown.
 */
export async function importChunk<Module>([chunk = '', ...files]: readonly string[]): Promise<Module> {
  try {
    const styles = files.filter((file) => file.endsWith('.css')).map(loadStylesheet);
    const [module] = await Promise.all([import(/* @vite-ignore */ assetUrl(chunk)), ...styles]);
    return module as Module;
  } catch (error) {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
    throw error;
  }
}

function loadStylesheet(file: string): Promise<unknown> {
  const loading = stylesheets.get(file) ?? appendStylesheet(file);
  stylesheets.set(file, loading);
  return loading;
}

const appendStylesheet = (file: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = appendLink({
      rel: 'stylesheet',
      href: assetUrl(file),
      onload: resolve,
      onerror: () => {
        // The next attempt fetches it again.
        stylesheets.delete(file);
        link.remove();
        reject(new Error(`${file} could not be loaded`));
      },
    });
  });
