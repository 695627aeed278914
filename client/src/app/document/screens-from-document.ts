import { importChunk } from './import-chunk.ts';
import { assetUrl } from './asset-url.ts';
import type { Screen, ScreenModule } from '../routing/screen.ts';

/**
 * The table of screens, read from the document: the build puts this in the place of `screens.ts`. So a row is sent once, the
 * document's own script can begin with it, and a changed screen leaves the application's script as it was.
 */
export const screens = (globalThis.shell?.screens ?? []).map(
  ([path, title, permission, , chunk = '', ...leadsTo]) =>
    ({
      path,
      title,
      permission,
      load: () =>
        importChunk(
          () => import(/* @vite-ignore */ assetUrl(chunk)) as Promise<ScreenModule>,
          leadsTo.map((file) => `assets/${file}`),
        ),
    }) as Screen,
);
