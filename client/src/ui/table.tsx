import './table.css';
import type { ReactNode } from 'react';
import { messages } from '#messages/platform/components.ts';

/** A column, and what it shows of a row. */
export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned at the end of the column. */
  readonly numeric?: boolean;
}

interface Props<Row> {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The text if there are no rows. */
  readonly empty?: string;
}

/** A table. In a narrow place each row becomes a block of labelled values. */
export function Table<Row>({ caption, columns, rows, keyOf, empty = messages.empty }: Props<Row>) {
  return (
    <div className="table-frame">
      <table className="table" {...as.table}>
        <caption>{caption}</caption>
        <thead {...as.rowgroup}>
          <tr {...as.row}>
            {columns.map(({ heading, numeric }) => (
              <th key={heading} scope="col" data-numeric={numeric} {...as.columnheader}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...as.rowgroup}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...as.row}>
              {columns.map((column, index) => (
                <Cell key={column.heading} column={column} row={row} isName={index === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="table-empty">{empty}</p>}
    </div>
  );
}

function Cell<Row>({ column, row, isName }: { column: Column<Row>; row: Row; isName: boolean }) {
  const { heading, cell, numeric } = column;
  if (isName)
    return (
      <th scope="row" {...as.rowheader}>
        {cell(row)}
      </th>
    );
  return (
    <td data-label={heading} data-numeric={numeric} {...as.cell}>
      <span className="table-value">{cell(row)}</span>
    </td>
  );
}

/** Explicit roles, because browsers drop a table's roles when its display changes. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
