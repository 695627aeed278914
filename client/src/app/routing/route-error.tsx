import { lazy, Suspense } from 'react';
import { importChunk } from '#platform/document/import-chunk.ts';
import { messages } from '#messages/platform/screens.ts';

/** Vite's own helper for `import()` would be a tenth of the application's script, so a build names the chunk's files in the document. */
export const loadDeferred = () =>
  import.meta.env.DEV
    ? import('./deferred.ts')
    : importChunk<typeof import('./deferred.ts')>(embedded?.chunks['deferred'] ?? []);

const ErrorScreen = lazy(async () => ({ default: (await loadDeferred()).ErrorScreen }));

/** Stands in the frame in place of a screen that threw or could not be loaded. */
export const RouteError = () => (
  <Suspense>
    <ErrorScreen />
  </Suspense>
);

/** Stands there if not even the error screen can be loaded. */
export const RootError = () => (
  <p role="alert">
    {messages.broken.heading}.{' '}
    <button type="button" onClick={() => location.reload()}>
      {messages.broken.reload}
    </button>
  </p>
);
