import '#platform/ui/button.css';
import '#platform/routing/message.css';
import { useState } from 'react';
import { redirect } from 'react-router-dom';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import type { SignInProblem } from '@web/bff/platform/contract/session/session-state';
import { roles as question, sessionScreens as messages } from '#platform/messages/session.ts';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { fetchSession, sessionApi } from '#platform/session/fetch-session.ts';
import { storedInput } from '#platform/session/stored-input.ts';
import { returnPath } from '#platform/session/return-path.ts';
import { providerUrl, signInPath, signInUrl } from '#platform/session/sign-in.ts';
import { useReturnTo } from '#platform/session/use-return-to.ts';
import { ScreenLink } from '#platform/ui/screen-link.tsx';
import { Button } from '#platform/ui/button.tsx';
import { Notice } from '#platform/ui/notice.tsx';

interface Shown {
  readonly heading: string;
  readonly advice?: string;
  readonly way: 'none' | 'go-on' | 'sign-in' | 'try-again' | 'try-other' | 'choose';
  readonly to: string;
  readonly roles?: readonly string[];
}

export async function loader({ url: { searchParams: search } }: ScreenRequest): Promise<Shown> {
  const to = returnPath(search.get('to'));
  // Without a response from the BFF, the screen still links to sign-in and home.
  const reply = await fetchSession().catch(() => undefined);
  if (reply?.session && search.has('done')) return { heading: messages.done, way: 'none', to };
  const problem = search.get('problem');
  const signedOut = search.get('signed-out');
  if (reply?.session && search.has('other-user')) {
    const { name } = reply.session.user as { name?: string };
    return { heading: messages.signedInAs(name), advice: messages.otherUser, way: 'go-on', to };
  }
  if (reply?.session && !problem) return { heading: messages.signedIn, way: 'go-on', to };
  const roles = import.meta.env.DEV && reply?.signIn.roles;
  if (roles) return { heading: question, way: 'choose', to, roles };
  const signIn = { heading: messages.signedOut, way: 'sign-in', to } as const;
  if (signedOut !== null) return storedInput() ? { ...signIn, advice: messages.kept } : signIn;
  if (!problem && import.meta.env.SIGN_IN_SCREEN) throw redirect(signInPath(BASE_PATH + to));
  if (!problem) return { ...signIn, heading: messages.signIn };
  const known = Object.hasOwn(messages.problems, problem) ? (problem as SignInProblem) : 'provider';
  const [heading, advice] = messages.problems[known];
  return { heading, advice, way: known === 'no-role' ? 'try-other' : 'try-again', to };
}

export const title = ({ heading }: Shown) => heading;

export const Component = ({ data }: ScreenProps<typeof loader>) => (
  <div className="message">
    <h1>{data.heading}</h1>
    {data.advice && <p>{data.advice}</p>}
    {data.way !== 'none' && (
      <div className="message-actions">
        <Actions {...data} />
      </div>
    )}
  </div>
);

function Actions({ way, to, roles = [] }: Shown) {
  if (import.meta.env.DEV && way === 'choose') return <RoleChoice roles={roles} />;
  if (way === 'go-on')
    return (
      <ScreenLink className="button" to={to}>
        {messages.goOn}
      </ScreenLink>
    );
  const start = (import.meta.env.SIGN_IN_SCREEN ? signInUrl : providerUrl)(BASE_PATH + to);
  // Without `other`, the provider would sign in the same account again.
  const other = way === 'try-other' ? '&other=1' : '';
  const again = other ? messages.tryOther : messages.tryAgain;
  return (
    <>
      <a className="button" href={start + other}>
        {way === 'sign-in' ? messages.signIn : again}
      </a>
      <ScreenLink to="/">{messages.home}</ScreenLink>
    </>
  );
}

/** Offers a choice of roles, in development without a provider. */
function RoleChoice({ roles }: { readonly roles: readonly string[] }) {
  const goBack = useReturnTo();
  const [problem, setProblem] = useState<string>();
  const choose = async (role: string) => {
    const reply = await sessionApi('POST /session/role', { body: { role } });
    if (reply.ok) goBack();
    else setProblem(reply.problem.detail);
  };
  return (
    <>
      {roles.map((role) => (
        <Button key={role} onClick={() => void choose(role)}>
          {role}
        </Button>
      ))}
      <Notice kind="error">{problem}</Notice>
    </>
  );
}
