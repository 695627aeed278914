import './table.css';
import type { ReactNode } from 'react';
import { components as messages } from '#platform/messages/first-load.ts';
import { ScreenLink } from './screen-link.tsx';

export interface Column<Row> {
  /** Heading of the column. In a narrow container, also precedes each value. */
  readonly heading: string;
  /** Shown instead of the heading. */
  readonly head?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  /** A column of buttons and links, whose heading only screen readers announce. */
  readonly actions?: boolean;
  /** Turns the heading into a link that sorts the rows by this column. `order` is the current order, if the rows are sorted by this column. */
  readonly sort?: {
    readonly to: string;
    readonly order?: 'ascending' | 'descending' | undefined;
  };
}

interface Props<Row> {
  readonly caption: string;
  /** The first column is the row header. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Shown instead of rows. */
  readonly empty?: ReactNode;
}

/** In a narrow container, each row becomes a block of labelled values. */
export function Table<Row>({ caption, columns, rows, keyOf, empty = messages.empty }: Props<Row>) {
  return (
    <div className="table-frame">
      <table className="table" {...as.table}>
        <caption>{caption}</caption>
        <thead {...as.rowgroup}>
          <tr {...as.row}>
            {columns.map(({ heading, head, numeric, actions, sort }) => (
              <th
                key={heading}
                scope="col"
                data-numeric={numeric}
                aria-sort={sort && (sort.order ?? 'none')}
                {...as.columnheader}
              >
                {sort ? (
                  <ScreenLink className="table-sort" to={sort.to} preventScrollReset>
                    {head ?? heading}
                  </ScreenLink>
                ) : (
                  <span className={actions ? 'visually-hidden' : undefined}>{head ?? heading}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...as.rowgroup}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...as.row}>
              {columns.map(({ heading, cell, numeric, actions }, index) =>
                index === 0 ? (
                  <th key={heading} scope="row" {...as.rowheader}>
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={heading}
                    data-label={actions ? undefined : heading}
                    data-numeric={numeric}
                    {...as.cell}
                  >
                    <span className={actions ? 'actions' : undefined}>{cell(row)}</span>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <div className="table-empty">{empty}</div>}
    </div>
  );
}

/** Explicit roles of the table's elements, because `display: block` removes the implicit roles. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
