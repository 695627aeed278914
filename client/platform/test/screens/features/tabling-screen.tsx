import { useState } from 'react';
import { useSearch } from '#platform/screens/use-search.ts';
import { useSort } from '#platform/screens/use-sort.ts';
import { Button } from '#platform/ui/button.tsx';
import { CursorPagination } from '#platform/ui/cursor-pagination.tsx';
import { Page } from '#platform/ui/page.tsx';
import { SelectionBar, useSelection } from '#platform/ui/selection.tsx';
import { type Column, Table } from '#platform/ui/table.tsx';
import { tabling } from './addresses.ts';

interface Moon {
  readonly name: string;
  readonly size: number;
}

const pages: readonly (readonly Moon[])[] = [
  [
    { name: 'Io', size: 3_643 },
    { name: 'Titan', size: 5_149 },
  ],
  [{ name: 'Rhea', size: 1_527 }],
];

/** A table of two pages, whose cursors are their indexes. */
export function Component() {
  const { cursor, ...search } = useSearch(tabling);
  const sortBy = useSort(tabling);
  const [message, setMessage] = useState('');
  const index = Number(cursor ?? 0);
  const rows = pages[index] ?? [];
  const keyOf = ({ name }: Moon) => name;
  const selection = useSelection(rows, { keyOf, nameOf: keyOf });
  const columns: readonly Column<Moon>[] = [
    { heading: 'Name', cell: ({ name }) => name, sort: sortBy('name') },
    { heading: 'Size', cell: ({ size }) => size, numeric: true, sort: sortBy('size') },
  ];
  const visit = () => {
    setMessage(`Visited ${[...selection.chosen].join(', ')}`);
    selection.clear();
  };
  return (
    <Page heading="Tabling" lead={message}>
      <SelectionBar selection={selection}>
        <Button size="small" onClick={visit}>
          Visit
        </Button>
      </SelectionBar>
      <Table caption="Moons" columns={selection.selectable(columns)} rows={rows} keyOf={keyOf} />
      <CursorPagination
        cursor={cursor}
        next={index === 0 ? '1' : undefined}
        to={(cursor) => tabling.to({ search: { ...search, ...(cursor && { cursor }) } })}
      />
    </Page>
  );
}
