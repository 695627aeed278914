import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Note } from '@web/bff/contract/entities/note';
import { notes } from './shared/addresses.ts';
import { messages } from '#messages/notes.ts';
import { useCall } from '#platform/api/use-call.ts';
import { Button } from '#platform/ui/button.tsx';
import { Dialog } from '#platform/ui/dialog.tsx';
import { Notice } from '#platform/ui/notice.tsx';

const { detail: texts } = messages;

export function DeleteButton({ id, title, version }: Note) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const [remove, { pending, problem }] = useCall('DELETE /notes/:noteId', { revalidate: 'nothing' });
  const confirm = async () => {
    const reply = await remove({ params: { noteId: id }, query: { version } });
    if (reply?.ok) void navigate(notes.to(), { state: { message: texts.removed(title) } });
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {texts.remove}
      </Button>
      <Dialog
        open={isOpen}
        title={texts.removeTitle(title)}
        closeLabel={texts.keep}
        onClose={() => setOpen(false)}
        actions={
          <Button variant="danger" pending={pending && texts.removing} onClick={() => void confirm()}>
            {texts.remove}
          </Button>
        }
      >
        <p>{texts.removeText}</p>
        <Notice kind="error">{problem?.detail}</Notice>
      </Dialog>
    </>
  );
}
