import { useNavigate } from 'react-router-dom';
import { NewNote } from '@web/bff/contract/entities/note';
import { NoteFields } from './note-fields.tsx';
import { note, noteChange } from './shared/addresses.ts';
import { messages } from '#messages/notes.ts';
import { titles } from '#messages/titles.ts';
import { useEvents } from '#platform/api/use-events.ts';
import { createForm } from '#platform/forms/create-form.tsx';
import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { BackLink } from '#platform/ui/back-link.tsx';
import { Page } from '#platform/ui/page.tsx';

const Form = createForm('PUT /notes/:noteId', NewNote, { version: { query: { version: 'version' } } });

export const loader = noteChange.loader(({ read, params }) => read('GET /notes/:noteId', { params }));

export const title = ({ title }: Awaited<ReturnType<typeof loader>>) => title;

export function Component({ data }: ScreenProps<typeof loader>) {
  const navigate = useNavigate();
  const here = note.to({ params: { noteId: data.id } });
  // As soon as somebody else saves, the form shows both values of each field that both have changed.
  useEvents('GET /notes/changes', { revalidate: ['GET /notes/:noteId'] });
  return (
    <>
      <BackLink to={here}>{messages.detail.backToNote}</BackLink>
      <Page heading={titles.noteChange} lead={data.title}>
        <Form
          initial={data}
          request={{ params: { noteId: data.id } }}
          revalidate="nothing"
          onSuccess={() => navigate(here, { state: { notice: messages.form.saved } })}
        >
          <NoteFields of={Form} />
          <Form.Submit pending={messages.form.saving}>{messages.form.save}</Form.Submit>
        </Form>
      </Page>
    </>
  );
}
