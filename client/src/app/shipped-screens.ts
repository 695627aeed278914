import { addressOfFile } from './shipped-files.ts';
import type { Screen, ScreenModule } from './screen.ts';

/**
 * The table of screens, read from the document: the build puts this in the place of `screens.ts`. So a row is sent once, the
 * document's own script can begin with it, and a changed screen leaves the application's script as it was.
 */
export const screens = (globalThis.shell?.screens ?? []).map(
  ([path, title, permission, , ...files]) => ({ path, title, permission, load: () => load(files) }) as Screen,
);

async function load([chunk = '', ...leadsTo]: readonly string[]): Promise<ScreenModule> {
  try {
    const styles = leadsTo.filter((file) => file.endsWith('.css'));
    const [module] = await Promise.all([
      import(/* @vite-ignore */ addressOfFile(chunk)) as Promise<ScreenModule>,
      ...styles.map((file) => styled(addressOfFile(file))),
    ]);
    return module;
  } catch (error) {
    // As Vite's own loader tells it, whose listeners need not know which of the two it was.
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
