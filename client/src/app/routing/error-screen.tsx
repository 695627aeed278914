import { BASE_PATH } from '@web/bff/contract/constants';
import { useRouteError } from 'react-router-dom';
import { CallError } from '#platform/api/call-error.ts';
import { messages } from '#messages/platform/screens.ts';
import { messages as errorMessages } from '#messages/platform/error-screens.ts';
import { Link } from '#ui/link.tsx';
import { FailedScreen, type OwnView } from './failed-screen.tsx';
import { MessageScreen } from './message-screen.tsx';

/** For everything that a screen throws, and for a screen that cannot be loaded. The error itself is in the console. */
export function ErrorScreen() {
  const error = useRouteError();
  const problem = error instanceof CallError ? error.problem : undefined;
  const { view } = (error ?? {}) as { readonly view?: OwnView };
  if (problem && view?.ErrorView) return <FailedScreen problem={problem} view={view} />;
  // A loader may also throw a response.
  const { status } = problem ?? ((error ?? {}) as { readonly status?: number });
  const { notFound, broken, home } = errorMessages;
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
        {messages.broken.reload}
      </button>
      <a href={`${BASE_PATH}/`}>{home}</a>
    </>
  );
  return <MessageScreen {...broken} heading={messages.broken.heading} actions={actions} />;
}
