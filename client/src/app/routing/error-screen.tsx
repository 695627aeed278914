import '#ui/button.css';
import './message.css';
import { BASE_PATH } from '@web/bff/contract/constants';
import { useRouteError } from 'react-router-dom';
import { CallError } from '#platform/api/call-error.ts';
import { messages } from '#messages/platform/screens.ts';
import { messages as errorMessages } from '#messages/platform/error-screens.ts';
import { FailedScreen } from './failed-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { TitledScreen } from './titled-screen.tsx';

/** For everything that a screen throws, and for a screen that cannot be loaded. The error itself is in the console. */
export function ErrorScreen() {
  const error = useRouteError();
  const problem = error instanceof CallError ? error.problem : undefined;
  // A loader may also throw a response.
  const { status } = problem ?? ((error ?? {}) as { readonly status?: number });
  if (status === 404) return <NotFoundScreen />;
  if (problem) return <FailedScreen problem={problem} />;
  return (
    <TitledScreen title={errorMessages.broken.title}>
      <meta name="robots" content="noindex" />
      <div className="message" role="alert">
        <h1>{messages.broken.heading}</h1>
        <p>{errorMessages.broken.advice}</p>
        <p className="message-actions">
          <button className="button" type="button" onClick={() => location.reload()}>
            {messages.broken.reload}
          </button>
          <a href={`${BASE_PATH}/`}>{errorMessages.home}</a>
        </p>
      </div>
    </TitledScreen>
  );
}
