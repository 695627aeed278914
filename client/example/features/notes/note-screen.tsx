import './note.css';
import type { Note } from '@web/bff/contract/entities/note';
import { mayChange } from '@web/bff/contract/permissions';
import { DeleteButton } from './delete-button.tsx';
import { note, noteChange, notes } from './shared/addresses.ts';
import { StateBadge } from './shared/state-badge.tsx';
import { Transitions } from './transitions.tsx';
import { messages } from '#messages/notes.ts';
import { useEvents } from '#platform/api/use-events.ts';
import { intl } from '#platform/language/intl.ts';
import type { ErrorViewProps, ScreenProps } from '#platform/screens/screen-module.ts';
import { useSession } from '#platform/session/session.ts';
import { BackLink } from '#platform/ui/back-link.tsx';
import { Button } from '#platform/ui/button.tsx';
import { Link } from '#platform/ui/link.tsx';
import { Page } from '#platform/ui/page.tsx';
import { PictureOfNote } from '#features/pictures/shared/picture-of-note.tsx';

const { detail: texts, audiences, teams } = messages;

export const loader = note.loader(({ read, params }) => read('GET /notes/:noteId', { params }));

export const title = ({ title }: Awaited<ReturnType<typeof loader>>) => title;

export function Component({ data }: ScreenProps<typeof loader>) {
  const isMine = mayChange(useSession(), data);
  useEvents('GET /notes/changes', { revalidate: ['GET /notes/:noteId'] });
  return (
    <>
      <BackLink to={notes.to()}>{texts.back}</BackLink>
      <Page
        heading={data.title}
        lead={<StateBadge state={data.state} />}
        actions={
          <>
            <Transitions {...data} />
            {isMine && (
              <>
                <Link to={noteChange.to({ params: { noteId: data.id } })} variant="quiet">
                  {texts.change}
                </Link>
                <DeleteButton {...data} />
              </>
            )}
          </>
        }
      >
        <p className="note-text">{data.text || texts.noText}</p>
        <Facts {...data} />
        {data.tasks.length > 0 && (
          <section>
            <h2>{texts.tasks}</h2>
            <ul>
              {data.tasks.map(({ text, done }, index) => (
                <li key={index}>
                  {text} ({done ? texts.done : texts.open})
                </li>
              ))}
            </ul>
          </section>
        )}
        <PictureOfNote note={data} isMine={isMine} />
      </Page>
    </>
  );
}

function Facts({ authorName, audience, shownFrom, shownUntil, changedAt }: Note) {
  // A day is midnight in UTC.
  const day = intl('DateTimeFormat', { dateStyle: 'long', timeZone: 'UTC' });
  const time = intl('DateTimeFormat', { dateStyle: 'long', timeStyle: 'short' });
  const shown = [
    shownFrom && texts.from(day.format(new Date(shownFrom))),
    shownUntil && texts.until(day.format(new Date(shownUntil))),
  ].filter(Boolean);
  return (
    <dl className="note-facts">
      <dt>{texts.author}</dt>
      <dd>{authorName}</dd>
      <dt>{texts.audience}</dt>
      <dd>
        {audience.kind === 'everybody' && audiences.everybody}
        {audience.kind === 'team' && teams[audience.team]}
        {audience.kind === 'person' && audience.email}
      </dd>
      {shown.length > 0 && (
        <>
          <dt>{texts.shown}</dt>
          <dd>{shown.join(' ')}</dd>
        </>
      )}
      <dt>{texts.changed}</dt>
      <dd>{time.format(new Date(changedAt))}</dd>
    </dl>
  );
}

export const ErrorView = ({ problem, retry }: ErrorViewProps) => (
  <>
    <BackLink to={notes.to()}>{texts.back}</BackLink>
    <Page
      heading={problem.status === 404 ? texts.gone : texts.failed}
      lead={problem.detail}
      actions={<Button onClick={retry}>{texts.retry}</Button>}
    />
  </>
);
