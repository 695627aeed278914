import './picture.css';
import { useState } from 'react';
import type { Note } from '@web/bff/contract/entities/note';
import { Picture } from '@web/bff/contract/entities/picture';
import { messages } from '#messages/pictures.ts';
import { urlOfCall } from '#platform/api/url-of-call.ts';
import { createForm } from '#platform/forms/create-form.tsx';
import { ImagePreview } from '#platform/forms/elements/image-preview.tsx';
import { Button } from '#platform/ui/button.tsx';
import { Dialog } from '#platform/ui/dialog.tsx';

const Form = createForm('PUT /notes/:noteId/picture', Picture);

interface Props {
  readonly note: Note;
  /** True if the user may change the note. */
  readonly isMine: boolean;
}

/** Shows the picture of a note, saves it, and uploads another one in a dialog. */
export function PictureOfNote({ note: { id, picture }, isMine }: Props) {
  const [isOpen, setOpen] = useState(false);
  const params = { noteId: id };
  const urlOf = (query: { readonly version: number; readonly save?: boolean }) =>
    urlOfCall('GET /notes/:noteId/picture', { params, query });
  const stored = picture ? urlOf({ version: picture.version }) : undefined;
  return (
    <section className="note-picture">
      <h2>{messages.heading}</h2>
      {picture ? (
        <figure>
          <img src={stored} alt="" />
          <figcaption>
            {picture.caption}{' '}
            <a href={urlOf({ version: picture.version, save: true })} download>
              {messages.save}
            </a>
          </figcaption>
        </figure>
      ) : (
        <p>{messages.none}</p>
      )}
      {isMine && (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {messages.change}
        </Button>
      )}
      <Dialog
        open={isOpen}
        title={messages.change}
        closeLabel={messages.cancel}
        keep
        onClose={() => setOpen(false)}
      >
        <Form request={{ params }} initial={{ caption: picture?.caption }} onSuccess={() => setOpen(false)}>
          <ImagePreview alt={picture?.caption ?? ''} stored={stored}>
            <Form.File name="picture" label={messages.picture} accept="image/png" />
          </ImagePreview>
          <Form.Field name="caption" label={messages.caption} />
          <Form.Submit pending={messages.sending}>{messages.send}</Form.Submit>
        </Form>
      </Dialog>
    </section>
  );
}
