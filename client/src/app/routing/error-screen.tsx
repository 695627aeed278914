import { BASE_PATH } from '@web/bff/contract/constants';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator, useRouteError } from 'react-router-dom';
import { messages } from '#messages/platform/error-screens.ts';
import { messages as frame } from '#messages/platform/screens.ts';
import { messages as sessionMessages } from '#messages/platform/session-menu.ts';
import { type AnyProblem, CallError } from '#platform/api/call-error.ts';
import type { ErrorViewProps, ScreenModule, ScreenRequest } from '#platform/screens/screen-module.ts';
import { currentPath, signInUrl } from '#platform/session/sign-in.ts';
import { Link } from '#ui/link.tsx';
import { focusOnScreen } from './focus.ts';
import { MessageScreen } from './message-screen.tsx';
import { TitledScreen } from './titled-screen.tsx';

const EVERY_MS = 5_000;
/** No response, or one that says that a server is not available for the moment (RFC 9110, section 15.6). */
const TRANSIENT_STATUSES = [0, 502, 503, 504];

/** For everything that a screen throws, and for a screen that cannot be loaded. The error itself is in the console. */
export function ErrorScreen() {
  const error = useRouteError();
  const problem = error instanceof CallError ? error.problem : undefined;
  const { view } = (error ?? {}) as { readonly view?: OwnView };
  if (problem && view?.ErrorView) return <FailedScreen problem={problem} view={view} />;
  // A loader may also throw a response.
  const { status } = problem ?? ((error ?? {}) as { readonly status?: number });
  const { notFound, broken, home } = messages;
  // An address such as /things/x, where only numbers name things, is nobody's.
  const { errors = [] } = (problem ?? {}) as { readonly errors?: readonly { readonly in: string }[] };
  const isNoAddress = errors.some(({ in: place }) => place === 'params');
  if (status === 404 || isNoAddress) {
    const link = (
      <Link variant="primary" to="/">
        {home}
      </Link>
    );
    return <MessageScreen {...notFound} code="404" actions={link} />;
  }
  if (problem) return <FailedScreen problem={problem} />;
  const actions = (
    <>
      <button className="button" type="button" onClick={() => location.reload()}>
        {frame.broken.reload}
      </button>
      <a href={`${BASE_PATH}/`}>{home}</a>
    </>
  );
  return <MessageScreen {...broken} heading={frame.broken.heading} actions={actions} />;
}

/** The screen's own `ErrorView` for a failed call, if its module has one. */
interface OwnView {
  readonly ErrorView: ScreenModule['ErrorView'];
  readonly title: string;
  readonly params: ScreenRequest['params'];
}

interface Props {
  readonly problem: AnyProblem;
  readonly view?: OwnView;
}

/**
 * For a screen whose call failed: its own view, or the problem's detail and a button to retry. A transient problem is retried by itself:
 * every few seconds, and at once when the network is back.
 */
function FailedScreen({ problem, view }: Props) {
  const { code, status, title, detail, requestId } = problem;
  const { revalidate, state } = useRevalidator();
  const [isPressed, setPressed] = useState(false);
  const isTrying = isPressed && state === 'loading';
  const tryAgain = async () => {
    await revalidate();
    requestAnimationFrame(focusIfLost);
  };
  const recover = useEffectEvent(() => void tryAgain());
  const isTransient = TRANSIENT_STATUSES.includes(status);
  useEffect(() => {
    if (!isTransient) return undefined;
    const timer = setInterval(() => document.hidden || recover(), EVERY_MS);
    const online = () => recover();
    addEventListener('online', online);
    return () => {
      clearInterval(timer);
      removeEventListener('online', online);
    };
  }, [isTransient]);
  const press = () => {
    setPressed(true);
    if (state === 'idle') void tryAgain();
  };
  const { ErrorView } = view ?? {};
  if (view && ErrorView)
    return (
      <TitledScreen title={view.title}>
        <meta name="robots" content="noindex" />
        <div className="screen">
          <ErrorView problem={problem as ErrorViewProps['problem']} params={view.params} retry={press} />
        </div>
      </TitledScreen>
    );
  const actions = (
    <>
      <button className="button" type="button" aria-disabled={isTrying} onClick={press}>
        {isTrying ? messages.failed.retrying : messages.failed.retry}
      </button>
      {import.meta.env.SIGN_IN && code === 'not-signed-in' && (
        <a href={signInUrl(currentPath())}>{sessionMessages.signIn}</a>
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

/** The button that had the focus has gone with its screen. */
function focusIfLost(): void {
  if (document.activeElement === document.body) focusOnScreen();
}
