import './message.css';
import { Link, useRevalidator } from 'react-router-dom';
import type { CallFailure } from '#platform/call-failure.ts';
import { texts } from '#platform/texts/screens.ts';
import { focusOnScreen } from './focus.ts';
import { TitledScreen } from './titled-screen.tsx';

/** For a screen whose call failed: what the BFF says of it, and another try. */
export function FailedScreen({ problem }: Pick<CallFailure, 'problem'>) {
  const { revalidate, state } = useRevalidator();
  const isTrying = state === 'loading';
  const tryAgain = async () => {
    if (isTrying) return;
    await revalidate();
    requestAnimationFrame(focusOnScreen);
  };
  return (
    <TitledScreen title={problem.title}>
      <meta name="robots" content="noindex" />
      <div className="message" role="alert">
        <h1>{problem.title}</h1>
        <p>{problem.detail}</p>
        <p className="message-actions">
          <button className="button" type="button" aria-disabled={isTrying} onClick={() => void tryAgain()}>
            {isTrying ? texts.failed.retrying : texts.failed.retry}
          </button>
          <Link to="/">{texts.home}</Link>
        </p>
        {problem.requestId && (
          <p className="message-reference">
            {texts.failed.reference} <code>{problem.requestId}</code>.
          </p>
        )}
      </div>
    </TitledScreen>
  );
}
