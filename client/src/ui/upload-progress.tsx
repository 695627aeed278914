import './upload-progress.css';
import { messages } from '#messages/platform/components.ts';

interface Props {
  readonly label: string;
  /** Part of the body that was sent, from 0 to 1. */
  readonly share: number;
}

/** The progress of an upload, while it is pending. After the last byte it announces that the server still works on it. */
export const UploadProgress = ({ label, share }: Props) => (
  <div className="upload-progress">
    <progress aria-label={label} value={share < 1 ? share : undefined} />
    <output>{share === 1 && messages.processing}</output>
  </div>
);
