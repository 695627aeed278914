import './message.css';
import { Link } from 'react-router-dom';
import { TitledScreen } from './titled-screen.tsx';

export function NotFoundScreen() {
  return (
    <TitledScreen title="Not found">
      <meta name="robots" content="noindex" />
      <div className="message">
        <p className="message-code">404</p>
        <h1>There is nothing at this address</h1>
        <p>The address may be mistyped, or what was here has moved.</p>
        <p className="message-actions">
          <Link className="button" to="/">
            Go to the home screen
          </Link>
        </p>
      </div>
    </TitledScreen>
  );
}
