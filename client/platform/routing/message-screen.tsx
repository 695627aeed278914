import '#platform/ui/button.css';
import './message.css';
import type { ReactNode } from 'react';
import { TitledScreen } from './titled-screen.tsx';

interface Props {
  readonly title: string;
  readonly heading?: string;
  readonly code?: string;
  readonly advice: string;
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

/** Replaces a screen with a message. Screen readers announce the message unless it has a `code`, such as 404. */
export const MessageScreen = ({ title, heading = title, code, advice, actions, children }: Props) => (
  <TitledScreen title={title}>
    <meta name="robots" content="noindex" />
    <div className="message" role={code ? undefined : 'alert'}>
      {code && <p className="message-code">{code}</p>}
      <h1>{heading}</h1>
      <p>{advice}</p>
      <p className="message-actions">{actions}</p>
      {children}
    </div>
  </TitledScreen>
);
