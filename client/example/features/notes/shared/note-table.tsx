import type { NoteSummary } from '@web/bff/contract/entities/note';
import { note } from './addresses.ts';
import { StateBadge } from './state-badge.tsx';
import { messages } from '#messages/notes.ts';
import { intl } from '#platform/language/intl.ts';
import { Link } from '#platform/ui/link.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { type Column, Table } from '#platform/ui/table.tsx';

interface Props {
  readonly caption: string;
  readonly items: readonly NoteSummary[];
  /** True for the placeholder, which has no formatted values. */
  readonly isPending?: boolean;
  readonly sortOf?: (key: 'title' | 'changedAt') => NonNullable<Column<NoteSummary>['sort']>;
  /** Columns after the first one. */
  readonly more?: readonly Column<NoteSummary>[];
}

export function NoteTable({ caption, items, isPending = false, sortOf, more = [] }: Props) {
  const sortBy = (key: 'title' | 'changedAt') => sortOf && { sort: sortOf(key) };
  const time = intl('DateTimeFormat', { dateStyle: 'medium', timeStyle: 'short' });
  const columns: readonly Column<NoteSummary>[] = [
    {
      heading: messages.list.title,
      cell: ({ id, title }) => <Link to={note.to({ params: { noteId: id } })}>{title}</Link>,
      ...sortBy('title'),
    },
    ...more,
    {
      heading: messages.list.state,
      cell: ({ state }) => (isPending ? <Skeleton /> : <StateBadge state={state} />),
    },
    { heading: messages.list.author, cell: ({ authorName }) => authorName },
    {
      heading: messages.list.changed,
      cell: ({ changedAt }) => (isPending ? <Skeleton /> : time.format(new Date(changedAt))),
      ...sortBy('changedAt'),
    },
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={items}
      keyOf={({ id }) => id}
      empty={messages.list.empty}
    />
  );
}
