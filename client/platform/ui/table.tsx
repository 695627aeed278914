import './table.css';
import type { ReactNode } from 'react';
import { messages } from '#platform/messages/components.ts';

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
}

interface Props<Row> {
  readonly caption: string;
  /** The first column is the row header. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly empty?: string;
}

/** A table. In a narrow container each row becomes a block of labelled values. */
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
              {columns.map(({ heading, cell, numeric }, index) =>
                index === 0 ? (
                  <th key={heading} scope="row" {...as.rowheader}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={heading} data-label={heading} data-numeric={numeric} {...as.cell}>
                    <span>{cell(row)}</span>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="table-empty">{empty}</p>}
    </div>
  );
}

/** Explicit roles, because `display: block` removes a table's implicit roles. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
