import { exportAt } from './shared/address.ts';
import { messages } from '#messages/exports.ts';
import { messages as ofNotes } from '#messages/notes.ts';
import { titles } from '#messages/titles.ts';
import { notes } from '#features/notes/shared/addresses.ts';
import { urlOfCall } from '#platform/api/url-of-call.ts';
import { usePolling } from '#platform/api/use-polling.ts';
import type { ErrorViewProps, ScreenProps } from '#platform/screens/screen-module.ts';
import { BackLink } from '#platform/ui/back-link.tsx';
import { Link } from '#platform/ui/link.tsx';
import { Page } from '#platform/ui/page.tsx';

export const loader = exportAt.loader(({ read, params }) => read('GET /exports/:exportId', { params }));

const Back = () => <BackLink to={notes.to()}>{ofNotes.detail.back}</BackLink>;

/** Polling stops when the component is unmounted. */
function Poll() {
  usePolling(1_000);
  return null;
}

export const Component = ({ data: { id, state, done, total } }: ScreenProps<typeof loader>) => (
  <>
    <Back />
    <Page heading={titles.export}>
      <p role="status">{state === 'running' ? messages.running : messages.finished}</p>
      {state === 'running' && <Poll />}
      <label>
        <progress value={done} max={total} /> {messages.progress(done, total)}
      </label>
      {state === 'finished' && (
        <p>
          <Link
            variant="primary"
            href={urlOfCall('GET /exports/:exportId/file', { params: { exportId: id } })}
            download
          >
            {messages.download}
          </Link>
        </p>
      )}
    </Page>
  </>
);

export const ErrorView = ({ problem }: ErrorViewProps) => (
  <>
    <Back />
    <Page
      heading={problem.status === 404 ? messages.gone : problem.title}
      lead={problem.status === 404 ? messages.again : problem.detail}
    />
  </>
);
