import { note } from './shared/addresses.ts';
import { messages } from '#messages/notes.ts';
import { useRead } from '#platform/api/use-read.ts';
import { Link } from '#platform/ui/link.tsx';
import { Notice } from '#platform/ui/notice.tsx';

/** Lists notes whose titles contain the one that the user types. */
export function SimilarNotes({ title }: { readonly title: string }) {
  const query = { q: title.slice(0, 40), sort: 'title', page: 1 } as const;
  const { data } = useRead('GET /notes', title.length < 3 ? null : { query }, { delayMs: 300 });
  const links = data?.items.slice(0, 3).map(({ id, title }) => (
    <div key={id}>
      <Link to={note.to({ params: { noteId: id } })}>{title}</Link>
    </div>
  ));
  return (
    <Notice kind="info" title={messages.form.similar}>
      {links?.length ? links : null}
    </Notice>
  );
}
