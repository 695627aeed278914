import { useSyncExternalStore } from 'react';
import { messages } from '#messages/platform/session-end.ts';
import { dismissEnd, sessionHasEnded, subscribeToSession } from '#platform/session/known-session.ts';
import { Dialog } from '#ui/dialog.tsx';
import { SignInTab } from './sign-in-tab.tsx';

/** Says that the session has ended, above whatever the page shows. Closes when the same user has signed in again, in any tab. */
export function EndDialog() {
  const hasEnded = useSyncExternalStore(subscribeToSession, sessionHasEnded);
  return (
    <Dialog
      open={hasEnded}
      keep
      title={messages.title}
      closeLabel={messages.notNow}
      onClose={dismissEnd}
      actions={<SignInTab />}
    >
      <p>{messages.advice}</p>
    </Dialog>
  );
}
