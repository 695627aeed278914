import { useState } from 'react';
import type { NoteSummary } from '@web/bff/contract/entities/note';
import { messages } from '#messages/notes.ts';
import { useCall } from '#platform/api/use-call.ts';
import { Button } from '#platform/ui/button.tsx';
import { Notice } from '#platform/ui/notice.tsx';

export function StarButton({ id, title, isStarred }: NoteSummary) {
  const [send, { pending, problem }] = useCall('PUT /notes/:noteId/star', { revalidate: ['GET /notes'] });
  const [wanted, setWanted] = useState(isStarred);
  // Until the list is refetched. After an error, shows the stored value again.
  const shown = pending ? wanted : isStarred;
  const toggle = () => {
    if (pending) return;
    setWanted(!isStarred);
    void send({ params: { noteId: id }, body: { isStarred: !isStarred } });
  };
  return (
    <>
      <Button variant="quiet" size="small" aria-pressed={shown} onClick={toggle}>
        <span aria-hidden>{shown ? '★' : '☆'}</span>
        <span className="visually-hidden">{messages.list.star(title)}</span>
      </Button>
      <Notice kind="error">{problem?.detail}</Notice>
    </>
  );
}
