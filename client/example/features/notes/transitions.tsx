import { useRevalidator } from 'react-router-dom';
import type { Note } from '@web/bff/contract/entities/note';
import { noteState } from '@web/bff/contract/states/note-state';
import { messages } from '#messages/notes.ts';
import { useCall } from '#platform/api/use-call.ts';
import { useCan } from '#platform/session/session.ts';
import { Button } from '#platform/ui/button.tsx';
import { Notice } from '#platform/ui/notice.tsx';

const { detail: texts } = messages;

const calls = {
  publish: { call: 'POST /notes/:noteId/publication', label: texts.publish, pending: texts.publishing },
  archive: { call: 'POST /notes/:noteId/archiving', label: texts.archive, pending: texts.archiving },
  restore: { call: 'POST /notes/:noteId/restoration', label: texts.restore, pending: texts.restoring },
} as const;

/** Buttons for the events that the note's state allows. */
export function Transitions({ id, state }: Note) {
  const can = useCan();
  if (!can('note:publish')) return null;
  return noteState.allowed(state).map((event) => <Transition key={event} event={event} noteId={id} />);
}

function Transition({ event, noteId }: { readonly event: keyof typeof calls; readonly noteId: string }) {
  const { call, label, pending: text } = calls[event];
  const [send, { pending, problem }] = useCall(call);
  const { revalidate } = useRevalidator();
  const press = async () => {
    const reply = await send({ params: { noteId } });
    // Somebody else was faster: shows the new state.
    if (reply?.ok === false && [404, 409, 412].includes(reply.problem.status)) await revalidate();
  };
  return (
    <>
      <Button pending={pending && text} onClick={() => void press()}>
        {label}
      </Button>
      <Notice kind="error">{problem?.detail}</Notice>
    </>
  );
}
