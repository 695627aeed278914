import '#ui/button.css';
import './message.css';
import { texts } from '#platform/messages/error-screens.ts';
import { Link } from '#ui/link.tsx';
import { TitledScreen } from './titled-screen.tsx';

export function NotFoundScreen() {
  return (
    <TitledScreen title={texts.notFound.title}>
      <meta name="robots" content="noindex" />
      <div className="message">
        <p className="message-code">404</p>
        <h1>{texts.notFound.heading}</h1>
        <p>{texts.notFound.advice}</p>
        <p className="message-actions">
          <Link look="primary" to="/">
            {texts.home}
          </Link>
        </p>
      </div>
    </TitledScreen>
  );
}
