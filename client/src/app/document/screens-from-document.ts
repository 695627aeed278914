import type { ScreenModule } from '#platform/screens/screen-module.ts';
import type { Screen } from '../routing/screen.ts';
import { importChunk } from '#platform/document/import-chunk.ts';

/**
 * The table of screens, read from the document: the build puts this module in the place of `screens.ts`. So a row is sent once, the
 * document can start with the screen of its address, and a changed screen leaves the application's script as it was.
 */
export const screens = (globalThis.embedded?.screens ?? []).map(
  ({ files, ...screen }) => ({ ...screen, load: () => importChunk<ScreenModule>(files) }) as Screen,
);
