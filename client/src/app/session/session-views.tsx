import { createRoot } from 'react-dom/client';
import { watchCookie } from '#platform/session/watch-cookie.ts';
import { EndDialog } from './end-dialog.tsx';
import { EndNotice } from './end-notice.tsx';

/* What only a person who is signed in needs. */
export { signOut } from '#platform/session/sign-out.ts';

/** Keeps the page to the person who is signed in, and says when their session is about to end and has ended. To be called once. */
export function guardSession(): void {
  watchCookie();
  const place = document.body.appendChild(document.createElement('div'));
  createRoot(place).render(
    <>
      <EndDialog />
      <EndNotice />
    </>,
  );
}
