import { lazy, Suspense } from 'react';
import { texts } from '#platform/texts/screens.ts';

export const afterwards = () => import('./afterwards.ts');

const ErrorScreen = lazy(async () => ({ default: (await afterwards()).ErrorScreen }));

/** For whatever goes wrong in a screen, within the frame. */
export const Trouble = () => (
  <Suspense>
    <ErrorScreen />
  </Suspense>
);

/** Where even the error screen cannot be fetched. */
export const PlainTrouble = () => (
  <p role="alert">
    {texts.broken.heading}.{' '}
    <button type="button" onClick={() => location.reload()}>
      {texts.broken.reload}
    </button>
  </p>
);
