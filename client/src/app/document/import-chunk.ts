import { BASE_PATH } from '@web/bff/contract/constants';

/**
 * Imports a chunk, and waits for those of its files that are styles, as named beneath the base path. The table of screens needs
 * this; the build puts it in the place of Vite's own helper for `import()`, too, so that there is one of them.
 */
export async function importChunk<M>(load: () => Promise<M>, files: readonly string[] = []): Promise<M> {
  try {
    const styles = files.filter((file) => file.endsWith('.css'));
    const [module] = await Promise.all([load(), ...styles.map((file) => styled(`${BASE_PATH}/${file}`))]);
    return module;
  } catch (error) {
    // As Vite's helper tells it: https://vite.dev/guide/build#load-error-handling
    const event = new Event('vite:preloadError', { cancelable: true });
    dispatchEvent(Object.assign(event, { payload: error }));
    throw error;
  }
}

const sheets = new Map<string, Promise<void>>();

function styled(address: string): Promise<void> {
  const known = sheets.get(address);
  if (known) return known;
  const sheet = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      sheets.delete(address);
      link.remove();
      reject(new Error(`${address} could not be loaded`));
    });
    document.head.append(link);
  });
  sheets.set(address, sheet);
  return sheet;
}
