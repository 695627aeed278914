import './upload-progress.css';
import { components as messages } from '#platform/messages/first-load.ts';
import { Button } from './button.tsx';

interface Props {
  readonly label: string;
  /** Fraction of the body that was sent, from 0 to 1. */
  readonly share: number;
  /** Cancels the upload. Without it, there is no button. */
  readonly onStop?: () => void;
}

/** Progress of an upload. After the last byte, announces that the server is processing the upload. */
export const UploadProgress = ({ label, share, onStop }: Props) => (
  <div className="upload-progress">
    <progress aria-label={label} value={share < 1 ? share : undefined} />
    <output>{share === 1 && messages.processing}</output>
    {onStop && (
      <Button variant="quiet" size="small" onClick={onStop}>
        {messages.stop}
      </Button>
    )}
  </div>
);
