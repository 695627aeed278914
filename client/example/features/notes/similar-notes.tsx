import { note } from './shared/addresses.ts';
import { messages } from '#messages/notes.ts';
import { useRead } from '#platform/api/use-read.ts';
import { Link } from '#platform/ui/link.tsx';

/** Lists the notes whose titles contain the one that the user types. */
export function SimilarNotes({ title }: { readonly title: string }) {
  const query = { q: title.slice(0, 40), sort: 'title', page: 1 } as const;
  const { data } = useRead('GET /notes', title.length < 3 ? null : { query }, { delayMs: 300 });
  return (
    <p role="status">
      {data && data.count > 0 && messages.form.similar}
      {data?.items.slice(0, 3).map(({ id, title }) => (
        <Link key={id} to={note.to({ params: { noteId: id } })}>
          {title}
        </Link>
      ))}
    </p>
  );
}
