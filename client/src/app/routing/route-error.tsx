import { lazy, Suspense } from 'react';
import { messages } from '#platform/messages/screens.ts';

export const loadDeferred = () => import('./deferred.ts');

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
