import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { useRouteError } from 'react-router-dom';
import { errorScreens as messages } from '#platform/messages/deferred.ts';
import { screens, sessionMenu } from '#platform/messages/first-load.ts';
import { type AnyProblem, CallError } from '#platform/api/call-error.ts';
import type { ErrorViewProps, ScreenModule, ScreenRequest } from '#platform/screens/screen-module.ts';
import { currentPath, signInUrl } from '#platform/session/sign-in.ts';
import { Link } from '#platform/ui/link.tsx';
import { MessageScreen } from './message-screen.tsx';
import { TitledScreen } from './titled-screen.tsx';
import { useRetry } from './use-retry.ts';

/** Shown when a screen throws or fails to load. The browser's console has the error. */
export function ErrorScreen() {
  const error = (useRouteError() ?? {}) as { readonly status?: number; readonly view?: OwnView };
  const problem: Problem | undefined = error instanceof CallError ? error.problem : undefined;
  const { notFound, broken, home } = messages;
  // An invalid path parameter, as in /things/%, or in /things/x if ids are numbers, counts as an unknown address.
  const isNotFound =
    (problem ?? error).status === 404 ||
    error instanceof URIError ||
    problem?.errors?.some(({ in: place }) => place === 'params');
  if (problem && (error.view?.ErrorView || !isNotFound))
    return <FailedScreen problem={problem} view={error.view} />;
  if (isNotFound) {
    const link = (
      <Link variant="primary" to="/">
        {home}
      </Link>
    );
    return <MessageScreen {...notFound} code="404" actions={link} />;
  }
  const actions = (
    <>
      {reloadButton}
      <a href={`${BASE_PATH}/`}>{home}</a>
    </>
  );
  return <MessageScreen {...broken} heading={screens.broken.heading} actions={actions} />;
}

const reloadButton = (
  <button className="button" type="button" onClick={() => location.reload()}>
    {screens.broken.reload}
  </button>
);

type Problem = AnyProblem & { readonly errors?: readonly { readonly in: string }[] };

/** Properties of the failed screen, attached to the error by `loadScreen`. */
interface OwnView {
  readonly ErrorView: ScreenModule['ErrorView'];
  readonly title: string;
  readonly params: ScreenRequest['params'];
}

interface Props {
  readonly problem: Problem;
  readonly view: OwnView | undefined;
}

/**
 * Shows the screen's `ErrorView`, or the problem's detail and a retry button. Transient problems are
 * also retried automatically.
 */
function FailedScreen({ problem, view }: Props) {
  const { code, status, title, detail, requestId } = problem;
  const { retry, isRetrying } = useRetry(status);
  const { ErrorView } = view ?? {};
  if (view && ErrorView)
    return (
      <TitledScreen title={view.title}>
        <meta name="robots" content="noindex" />
        <div className="screen">
          <ErrorView problem={problem as ErrorViewProps['problem']} params={view.params} retry={retry} />
        </div>
      </TitledScreen>
    );
  const actions = (
    <>
      {code === 'new-version' ? (
        reloadButton
      ) : (
        <button className="button" type="button" aria-disabled={isRetrying} onClick={retry}>
          {isRetrying ? messages.failed.retrying : messages.failed.retry}
        </button>
      )}
      {import.meta.env.SIGN_IN && code === 'unauthenticated' && (
        <a href={signInUrl(currentPath())}>{sessionMenu.signIn}</a>
      )}
      <Link to="/">{messages.home}</Link>
    </>
  );
  return (
    <MessageScreen title={status >= 500 ? messages.failed.heading : title} advice={detail} actions={actions}>
      {requestId && (
        <p className="message-reference">
          {messages.failed.reference} <code>{requestId}</code>.
        </p>
      )}
    </MessageScreen>
  );
}
