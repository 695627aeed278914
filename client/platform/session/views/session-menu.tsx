import './session-menu.css';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { SESSION_SCREEN } from '@web/bff/platform/contract/session/session-state';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { CallError } from '#platform/api/call-error.ts';
import { loadScript } from '#platform/api/load-script.ts';
import { sessionMenu as messages } from '#platform/messages/first-load.ts';
import { useSession } from '#platform/session/session.ts';
import { signInPath, signInScreen, signInUrl } from '#platform/session/sign-in.ts';
import { classNames } from '#platform/ui/class-names.ts';
import { ScreenLink } from '#platform/ui/screen-link.tsx';

interface Props {
  readonly signedOutTo?: string;
  readonly className?: string;
}

/** Shows the user's name and "Sign out", or "Sign in". Empty until the session is known. */
export function SessionMenu({ signedOutTo, className }: Props) {
  const session = useSession();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    try {
      const { signOut } = await loadScript(() => import('#platform/session/sign-out.ts'));
      await signOut({ to: signedOutTo });
    } catch (error) {
      // A script that throws has no problem.
      alert(`${messages.signOutFailed} ${(error as Partial<CallError>).problem?.detail ?? ''}`);
    } finally {
      setLeaving(false);
    }
  };
  return (
    <div className={classNames('session-menu', className)}>
      {session && (
        <>
          <span className="session-name">{(session.user as { name?: string }).name}</span>
          <button type="button" aria-disabled={isLeaving} onClick={() => void (isLeaving || leave())}>
            {isLeaving ? messages.signingOut : messages.signOut}
          </button>
        </>
      )}
      {session === null && <SignIn />}
    </div>
  );
}

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
