import './note.css';
import type { Note } from '@web/bff/contract/entities/note';
import { mayChange } from '@web/bff/contract/permissions';
import { noteState } from '@web/bff/contract/states/note-state';
import { note, noteChange, notes } from './shared/addresses.ts';
import { StateBadge } from './shared/state-badge.tsx';
import { messages } from '#messages/notes.ts';
import { useEvents } from '#platform/api/use-events.ts';
import { ConfirmButton } from '#platform/forms/confirm-button.tsx';
import { TransitionButton } from '#platform/forms/transition-button.tsx';
import { intl } from '#platform/language/intl.ts';
import type { ErrorViewProps, ScreenProps } from '#platform/screens/screen-module.ts';
import { useSession } from '#platform/session/session.ts';
import { BackLink } from '#platform/ui/back-link.tsx';
import { Button } from '#platform/ui/button.tsx';
import { Link } from '#platform/ui/link.tsx';
import { NextNotice } from '#platform/ui/next-notice.tsx';
import { Page } from '#platform/ui/page.tsx';
import { PictureOfNote } from '#features/pictures/shared/picture-of-note.tsx';

const { detail: texts, audiences, teams } = messages;

const transitions = {
  publish: { ...texts.publish, call: 'POST /notes/:noteId/publication' },
  archive: { ...texts.archive, call: 'POST /notes/:noteId/archiving' },
  restore: { ...texts.restore, call: 'POST /notes/:noteId/restoration' },
} as const;

export const loader = note.loader(({ read, params }) => read('GET /notes/:noteId', { params }));

export const title = ({ title }: Awaited<ReturnType<typeof loader>>) => title;

export function Component({ data }: ScreenProps<typeof loader>) {
  const isMine = mayChange(useSession(), data);
  const params = { noteId: data.id };
  useEvents('GET /notes/changes', { revalidate: ['GET /notes/:noteId'] });
  return (
    <>
      <BackLink to={notes.to()}>{texts.back}</BackLink>
      <Page
        heading={data.title}
        lead={<StateBadge state={data.state} />}
        actions={
          <>
            {(['publish', 'archive', 'restore'] as const).map((event) => (
              <TransitionButton
                key={event}
                states={noteState}
                state={data.state}
                event={event}
                permission="note:publish"
                call={transitions[event].call}
                request={{ params }}
                pending={transitions[event].pending}
                done={transitions[event].done}
              >
                {transitions[event].label}
              </TransitionButton>
            ))}
            {isMine && (
              <>
                <Link to={noteChange.to({ params })} variant="quiet">
                  {texts.change}
                </Link>
                <ConfirmButton
                  call="DELETE /notes/:noteId"
                  request={{ params, query: { version: data.version } }}
                  question={texts.removeTitle(data.title)}
                  closeLabel={texts.keep}
                  pending={texts.removing}
                  danger
                  to={notes.to()}
                  notice={texts.removed(data.title)}
                >
                  {texts.remove}
                </ConfirmButton>
              </>
            )}
          </>
        }
      >
        <NextNotice />
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
