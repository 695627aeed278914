import '#ui/button.css';
import { messages } from '#messages/platform/session-end.ts';
import { signInTabUrl } from '#platform/session/sign-in.ts';

/** A link to sign in again in another tab, so that this page and its input stay. */
export const SignInTab = () => (
  <a className="button" href={signInTabUrl()} target="_blank" rel="noreferrer">
    {messages.again}
  </a>
);
