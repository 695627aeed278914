import type { NoteSummary } from '@web/bff/contract/entities/note';
import { messages } from '#messages/notes.ts';
import { useCall } from '#platform/api/use-call.ts';
import { Button } from '#platform/ui/button.tsx';
import { Notice } from '#platform/ui/notice.tsx';

interface Props {
  readonly selected: readonly NoteSummary[];
  readonly onDone: () => void;
}

/** The selection is kept on other pages and after a search, so its size is always shown. */
export function ArchiveSelected({ selected, onDone }: Props) {
  const [archive, { pending, problem, reply }] = useCall('POST /notes/archiving');
  const press = async () => {
    const chosen = selected.map(({ id, version }) => ({ id, version }));
    const reply = await archive({ body: { notes: chosen } });
    if (reply?.ok) onDone();
  };
  return (
    <>
      <Notice
        kind="info"
        action={
          <Button size="small" pending={pending && messages.list.archiving} onClick={() => void press()}>
            {messages.list.archive}
          </Button>
        }
      >
        {selected.length > 0 && messages.list.selected(selected.length)}
      </Notice>
      <Notice kind="success">
        {reply?.ok && messages.list.archived(reply.body.archived, reply.body.skipped.length)}
      </Notice>
      <Notice kind="error">{problem?.detail}</Notice>
    </>
  );
}
