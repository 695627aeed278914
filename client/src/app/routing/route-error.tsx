import { lazy, Suspense } from 'react';
import { texts } from '#platform/messages/screens.ts';

export const loadDeferred = () => import('./deferred.ts');

const ErrorScreen = lazy(async () => ({ default: (await loadDeferred()).ErrorScreen }));

/** For whatever goes wrong in a screen, within the frame. */
export const RouteError = () => (
  <Suspense>
    <ErrorScreen />
  </Suspense>
);

/** Where even the error screen cannot be fetched. */
export const RootError = () => (
  <p role="alert">
    {texts.broken.heading}.{' '}
    <button type="button" onClick={() => location.reload()}>
      {texts.broken.reload}
    </button>
  </p>
);
