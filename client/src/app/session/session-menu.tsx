import './session-menu.css';
import { BASE_PATH } from '@web/bff/contract/constants';
import { SESSION_SCREEN } from '@web/bff/contract/kit/session/session-state';
import { useLocation } from 'react-router-dom';
import { messages } from '#messages/platform/session-menu.ts';
import { useSession } from '#platform/session/session.ts';
import { signInPath, signInScreen, signInUrl } from '#platform/session/sign-in.ts';
import { classNames } from '#ui/class-names.ts';
import { ScreenLink } from '#ui/screen-link.tsx';

interface Props {
  readonly signedOutTo?: string;
  readonly className?: string;
}

/** For the layout: who is signed in, with a way out, or the way in. Empty, and as large, until it is known. */
export function SessionMenu({ signedOutTo, className }: Props) {
  const session = useSession();
  return (
    <div className={classNames('session-menu', className)}>
      {session ? (
        <SignedIn name={(session.person as { name?: string }).name} to={signedOutTo} />
      ) : (
        session === null && <SignIn />
      )}
    </div>
  );
}

const SignedIn = ({ name, to }: { readonly [prop in 'name' | 'to']: string | undefined }) => (
  <>
    <span className="session-name">{name}</span>
    <button
      type="button"
      onClick={() => void import('./guard-session.tsx').then(({ signOut }) => signOut({ to }))}
    >
      {messages.signOut}
    </button>
  </>
);

function SignIn() {
  const { pathname, search, hash } = useLocation();
  if (pathname === signInScreen || pathname === SESSION_SCREEN) return null;
  const to = BASE_PATH + pathname + search + hash;
  return signInScreen ? (
    <ScreenLink to={signInPath(to)}>{messages.signIn}</ScreenLink>
  ) : (
    <a href={signInUrl(to)}>{messages.signIn}</a>
  );
}
