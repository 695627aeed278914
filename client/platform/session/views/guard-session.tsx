import '#platform/ui/button.css';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionEnd as messages } from '#platform/messages/deferred.ts';
import { intl } from '#platform/language/intl.ts';
import { dismissEnd, sessionHasEnded, subscribeToSession } from '#platform/session/known-session.ts';
import { signInTabUrl } from '#platform/session/sign-in.ts';
import { watchCookie } from '#platform/session/watch-cookie.ts';
import { type Ending, watchEnd } from '#platform/session/watch-end.ts';
import { Button } from '#platform/ui/button.tsx';
import { Dialog } from '#platform/ui/dialog.tsx';
import { Notice } from '#platform/ui/notice.tsx';

/** Hides the page from other users, and warns before and after the session ends. Call it once. */
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

/** Shown when the session has ended. Closes when the same user has signed in again, in any tab. */
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

/** Warns shortly before the session ends, and offers to stay or to sign in again (WCAG 2.2, 2.2.1). */
function EndNotice() {
  const [ending, setEnding] = useState<Ending>();
  useEffect(() => watchEnd(setEnding), []);
  const action = ending?.stay ? <Button onClick={ending.stay}>{messages.stay}</Button> : <SignInLink />;
  return (
    <div className="notice-float">
      <Notice kind="info" action={action}>
        {ending && messages.endsAt(intl('DateTimeFormat', { timeStyle: 'short' }).format(ending.endsAt))}
      </Notice>
    </div>
  );
}

/** Opens a new tab, so that this page keeps its input. */
const SignInLink = () => (
  <a className="button" href={signInTabUrl()} target="_blank" rel="noopener">
    {messages.again}
  </a>
);
