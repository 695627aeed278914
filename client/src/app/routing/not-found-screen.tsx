import '#ui/button.css';
import './message.css';
import { messages } from '#messages/platform/error-screens.ts';
import { Link } from '#ui/link.tsx';
import { TitledScreen } from './titled-screen.tsx';

export function NotFoundScreen() {
  return (
    <TitledScreen title={messages.notFound.title}>
      <meta name="robots" content="noindex" />
      <div className="message">
        <p className="message-code">404</p>
        <h1>{messages.notFound.heading}</h1>
        <p>{messages.notFound.advice}</p>
        <p className="message-actions">
          <Link variant="primary" to="/">
            {messages.home}
          </Link>
        </p>
      </div>
    </TitledScreen>
  );
}
