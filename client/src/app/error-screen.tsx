import './message.css';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router-dom';
import { CallFailure } from '#platform/call-failure.ts';
import { FailedScreen } from './failed-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { TitledScreen } from './titled-screen.tsx';

/** For whatever a screen throws or fails to load; what exactly it was is for the console, not for the person. */
export function ErrorScreen() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />;
  if (error instanceof CallFailure) return <FailedScreen problem={error.problem} />;
  return (
    <TitledScreen title="Something went wrong">
      <meta name="robots" content="noindex" />
      <div className="message" role="alert">
        <h1>This screen could not be shown</h1>
        <p>Loading the page again may help. If it does not, please try again in a few minutes.</p>
        <p className="message-actions">
          <button className="button" type="button" onClick={() => location.reload()}>
            Load again
          </button>
          <Link to="/" reloadDocument>
            Go to the home screen
          </Link>
        </p>
      </div>
    </TitledScreen>
  );
}
