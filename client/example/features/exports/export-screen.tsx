import { exportAt } from './shared/address.ts';
import type { Export } from '@web/bff/contract/entities/export';
import { messages } from '#messages/exports.ts';
import { messages as ofNotes } from '#messages/notes.ts';
import { titles } from '#messages/titles.ts';
import { notes } from '#features/notes/shared/addresses.ts';
import { urlOfCall } from '#platform/api/url-of-call.ts';
import { usePollUntil } from '#platform/api/use-poll-until.ts';
import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { BackLink } from '#platform/ui/back-link.tsx';
import { Link } from '#platform/ui/link.tsx';
import { Notice } from '#platform/ui/notice.tsx';
import { Page } from '#platform/ui/page.tsx';

export const loader = exportAt.loader(() => null);

const until = ({ state }: Export) => state === 'finished';

export function Component({ params }: ScreenProps<typeof loader>) {
  const request = { params };
  const { state, data, problem } = usePollUntil('GET /exports/:exportId', request, { everyMs: 1_000, until });
  return (
    <>
      <BackLink to={notes.to()}>{ofNotes.detail.back}</BackLink>
      <Page heading={titles.export}>
        <Notice kind="info">{state === 'polling' && messages.running}</Notice>
        <Notice kind="success">{state === 'done' && messages.finished}</Notice>
        <Notice kind="error">
          {state === 'failed' && (problem?.status === 404 ? messages.gone : problem?.detail)}
        </Notice>
        {data && (
          <label>
            <progress value={data.done} max={data.total} /> {messages.progress(data.done, data.total)}
          </label>
        )}
        {state === 'done' && (
          <p>
            <Link variant="primary" href={urlOfCall('GET /exports/:exportId/file', request)} download>
              {messages.download}
            </Link>
          </p>
        )}
      </Page>
    </>
  );
}
