import type { NoteSummary } from '@web/bff/contract/entities/note';
import { note } from './addresses.ts';
import { StateBadge } from './state-badge.tsx';
import { messages } from '#messages/notes.ts';
import { intl } from '#platform/language/intl.ts';
import { Link } from '#platform/ui/link.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { type Column, Table } from '#platform/ui/table.tsx';

type Columns = readonly Column<NoteSummary>[];

interface Props {
  readonly caption: string;
  readonly items: readonly NoteSummary[];
  /** True for the placeholder, which has no formatted values. */
  readonly isPending?: boolean;
  readonly sortBy?: (name: 'title' | 'changedAt') => NonNullable<Column<NoteSummary>['sort']>;
  /** Adds columns. */
  readonly extend?: (columns: Columns) => Columns;
}

export function NoteTable({
  caption,
  items,
  isPending = false,
  sortBy,
  extend = (columns) => columns,
}: Props) {
  const time = intl('DateTimeFormat', { dateStyle: 'medium', timeStyle: 'short' });
  const columns: Columns = [
    {
      heading: messages.list.title,
      cell: ({ id, title }) => <Link to={note.to({ params: { noteId: id } })}>{title}</Link>,
      ...(sortBy && { sort: sortBy('title') }),
    },
    {
      heading: messages.list.state,
      cell: ({ state }) => (isPending ? <Skeleton /> : <StateBadge state={state} />),
    },
    { heading: messages.list.author, cell: ({ authorName }) => authorName },
    {
      heading: messages.list.changed,
      cell: ({ changedAt }) => (isPending ? <Skeleton /> : time.format(new Date(changedAt))),
      ...(sortBy && { sort: sortBy('changedAt') }),
    },
  ];
  return (
    <Table
      caption={caption}
      columns={extend(columns)}
      rows={items}
      keyOf={({ id }) => id}
      empty={messages.list.empty}
    />
  );
}
