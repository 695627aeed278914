import { useNavigate } from 'react-router-dom';
import { NewNote } from '@web/bff/contract/entities/note';
import { NoteFields } from './note-fields.tsx';
import { SimilarNotes } from './similar-notes.tsx';
import { note, notes } from './shared/addresses.ts';
import { messages } from '#messages/notes.ts';
import { titles } from '#messages/titles.ts';
import { createForm } from '#platform/forms/create-form.tsx';
import { Values } from '#platform/forms/values.tsx';
import { BackLink } from '#platform/ui/back-link.tsx';
import { Link } from '#platform/ui/link.tsx';
import { Page } from '#platform/ui/page.tsx';

const Form = createForm('POST /notes', NewNote);

export function Component() {
  const navigate = useNavigate();
  return (
    <>
      <BackLink to={notes.to()}>{messages.detail.back}</BackLink>
      <Page heading={titles.newNote}>
        <Form
          revalidate="nothing"
          onSuccess={({ body: { id } }) =>
            navigate(note.to({ params: { noteId: id } }), { state: { notice: messages.form.created } })
          }
          errorText={(problem) =>
            problem.code === 'note-title-taken' ? (
              <>
                {problem.detail}{' '}
                <Link to={note.to({ params: { noteId: problem.takenBy } })}>{messages.form.takenBy}</Link>
              </>
            ) : (
              problem.detail
            )
          }
        >
          <NoteFields of={Form} />
          <Values of={Form}>{({ title }) => <SimilarNotes title={title ?? ''} />}</Values>
          <Form.Submit pending={messages.form.creating}>{messages.form.create}</Form.Submit>
        </Form>
      </Page>
    </>
  );
}
