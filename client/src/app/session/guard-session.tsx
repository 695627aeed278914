import '#ui/button.css';
import './guard-session.css';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { messages } from '#messages/platform/session-end.ts';
import { intl } from '#platform/language/intl.ts';
import { dismissEnd, sessionHasEnded, subscribeToSession } from '#platform/session/known-session.ts';
import { signInTabUrl } from '#platform/session/sign-in.ts';
import { watchCookie } from '#platform/session/watch-cookie.ts';
import { type Ending, watchEnd } from '#platform/session/watch-end.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';

/* Only users who are signed in need this module. */
export { signOut } from '#platform/session/sign-out.ts';

/** Keeps the page to the user who is signed in, and says when their session is about to end and has ended. To be called once. */
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

/** Above whatever the page shows. Closes when the same user has signed in again, in any tab. */
function EndDialog() {
  const hasEnded = useSyncExternalStore(subscribeToSession, sessionHasEnded);
  return (
    <Dialog
      open={hasEnded}
      keep
      title={messages.title}
      closeLabel={messages.notNow}
      onClose={dismissEnd}
      actions={<SignInLink />}
    >
      <p>{messages.advice}</p>
    </Dialog>
  );
}

/** Offers to stay, shortly before the session ends (WCAG 2.2, 2.2.1). */
function EndNotice() {
  const [ending, setEnding] = useState<Ending>();
  useEffect(() => watchEnd(setEnding), []);
  const action = ending?.stay ? <Button onClick={ending.stay}>{messages.stay}</Button> : <SignInLink />;
  return (
    <div className="end-notice">
      <Notice kind="info" action={action}>
        {ending && messages.endsAt(intl('DateTimeFormat', { timeStyle: 'short' }).format(ending.endsAt))}
      </Notice>
    </div>
  );
}

/** Opens another tab, so that this page and its input stay. */
const SignInLink = () => (
  <a className="button" href={signInTabUrl()} target="_blank" rel="noreferrer">
    {messages.again}
  </a>
);
