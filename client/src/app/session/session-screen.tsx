import '#ui/button.css';
import '../routing/message.css';
import { type ReactNode, useEffect } from 'react';
import { BASE_PATH } from '@web/bff/contract/constants';
import type { SignInProblem } from '@web/bff/contract/kit/session/session-state';
import { useLocation } from 'react-router-dom';
import { messages } from '#messages/platform/session.ts';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { askSession } from '#platform/session/ask-session.ts';
import { hintedVersion, tabs } from '#platform/session/known-session.ts';
import { returnPath } from '#platform/session/return-path.ts';
import { providerUrl, signInUrl } from '#platform/session/sign-in.ts';
import { ScreenLink } from '#ui/screen-link.tsx';
import { RoleChoice } from './role-choice.tsx';

/** Null in the window that has signed in, and where the BFF does not answer: the way on is shown all the same. */
export const loader = ({ url }: ScreenRequest) =>
  url.searchParams.has('done') ? null : askSession().catch(() => null);

export function Component({ data }: ScreenProps<typeof loader>) {
  const search = new URLSearchParams(useLocation().search);
  const to = returnPath(search.get('to'));
  const problem = search.get('problem');
  if (search.has('done')) return <Done />;
  if (data?.session && !problem)
    return (
      <Message heading={messages.signedIn}>
        <ScreenLink className="button" to={to}>
          {messages.goOn}
        </ScreenLink>
      </Message>
    );
  if (import.meta.env.DEV && data?.signIn.roles) return <RoleChoice roles={data.signIn.roles} />;
  const [heading, advice] =
    problem === null
      ? [search.has('signed-out') ? messages.signedOut : messages.signIn]
      : (messages.problems[problem as SignInProblem] ?? messages.problems.provider);
  const start = (import.meta.env.SIGN_IN_SCREEN ? signInUrl : providerUrl)(BASE_PATH + to);
  // Otherwise the provider would send back the same person.
  const other = problem === 'no-role' ? '&other=1' : '';
  return (
    <Message heading={heading} advice={advice}>
      <a className="button" href={start + other}>
        {problem === null ? messages.signIn : messages.tryAgain}
      </a>
      <ScreenLink to="/">{messages.home}</ScreenLink>
    </Message>
  );
}

/** In the window that was opened to sign in again: the page behind it goes on. */
function Done() {
  useEffect(() => {
    tabs().postMessage(hintedVersion());
    close();
  }, []);
  return (
    <Message heading={messages.signedIn} advice={messages.done}>
      <button className="button" type="button" onClick={() => close()}>
        {messages.close}
      </button>
    </Message>
  );
}

interface Props {
  readonly heading: string;
  readonly advice?: string | undefined;
  readonly children: ReactNode;
}

const Message = ({ heading, advice, children }: Props) => (
  <div className="message">
    <h1>{heading}</h1>
    {advice && <p>{advice}</p>}
    <p className="message-actions">{children}</p>
  </div>
);
