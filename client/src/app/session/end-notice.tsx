import './end-notice.css';
import { useEffect, useState } from 'react';
import { messages } from '#messages/platform/session-end.ts';
import { intl } from '#platform/language/intl.ts';
import { type Ending, watchEnd } from '#platform/session/watch-end.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SignInTab } from './sign-in-tab.tsx';

/** Offers to stay, shortly before the session ends (WCAG 2.2, 2.2.1). */
export function EndNotice() {
  const [ending, setEnding] = useState<Ending>();
  useEffect(() => watchEnd(setEnding), []);
  const action = ending?.stay ? <Button onClick={ending.stay}>{messages.stay}</Button> : <SignInTab />;
  return (
    <div className="end-notice">
      <Notice kind="info" action={action}>
        {ending && messages.endsAt(intl('DateTimeFormat', { timeStyle: 'short' }).format(ending.endsAt))}
      </Notice>
    </div>
  );
}
