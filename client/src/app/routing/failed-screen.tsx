import '#ui/button.css';
import './message.css';
import { useCallback, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { CallError } from '#platform/api/call-error.ts';
import { messages } from '#messages/platform/error-screens.ts';
import { Link } from '#ui/link.tsx';
import { focusOnScreen } from './focus.ts';
import { TitledScreen } from './titled-screen.tsx';
import { useRecovery } from './use-recovery.ts';

/** For a screen whose call failed: the problem's detail, and a button to retry. A transient problem is retried by itself. */
export function FailedScreen({ problem }: Pick<CallError, 'problem'>) {
  const { revalidate, state } = useRevalidator();
  const [isPressed, setPressed] = useState(false);
  const isTrying = isPressed && state === 'loading';
  const tryAgain = useCallback(() => {
    void revalidate().then(() => requestAnimationFrame(focusIfLost));
  }, [revalidate]);
  useRecovery(problem.status, tryAgain);
  const press = () => {
    setPressed(true);
    if (state === 'idle') tryAgain();
  };
  const heading = problem.status >= 500 ? messages.failed.heading : problem.title;
  return (
    <TitledScreen title={heading}>
      <meta name="robots" content="noindex" />
      <div className="message" role="alert">
        <h1>{heading}</h1>
        <p>{problem.detail}</p>
        <p className="message-actions">
          <button className="button" type="button" aria-disabled={isTrying} onClick={press}>
            {isTrying ? messages.failed.retrying : messages.failed.retry}
          </button>
          <Link to="/">{messages.home}</Link>
        </p>
        {problem.requestId && (
          <p className="message-reference">
            {messages.failed.reference} <code>{problem.requestId}</code>.
          </p>
        )}
      </div>
    </TitledScreen>
  );
}

/** The button that had the focus has gone with its screen. */
function focusIfLost(): void {
  if (document.activeElement === document.body) focusOnScreen();
}
