import { lazy, Suspense } from 'react';
import { messages } from '#messages/platform/screens.ts';

const ErrorScreen = lazy(async () => ({ default: (await import('./deferred.ts')).ErrorScreen }));

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
