import './failed-rows.css';
import { type Ref, useEffect, useId, useRef } from 'react';
import { segmentsOf } from '@web/bff/platform/contract/schema/json-pointer';
import { files as messages } from '#platform/messages/deferred.ts';
import { forms } from '#platform/messages/forms.ts';
import { type BodyError, invalidFieldText } from '#platform/forms/body/body-errors.ts';
import { intl } from '#platform/language/intl.ts';
import { Link } from '#platform/ui/link.tsx';
import { Table } from '#platform/ui/table.tsx';
import { ErrorSummary } from './error-summary.tsx';

interface Props {
  /** Errors from a problem or a response. The first index in a pointer is the row's: `/csv/12/title` is about row 13. */
  readonly errors: readonly BodyError[] | undefined;
  /** Names of columns by property: `{ shownUntil: 'Shown until' }`. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** Returns the path of the screen that a row links to, given the row's index. */
  readonly to?: (index: number) => string | undefined;
}

interface Row {
  readonly index: number;
  readonly errors: readonly { readonly column: string; readonly text: string }[];
}

/** Number of rows shown: as many as a user corrects before the next try. */
const SHOWN = 20;

const count = (number: number): string => intl('NumberFormat').format(number);

/** Lists the invalid rows of an import: a focused summary with links to the rows, and a table of their errors. Shows nothing without errors. */
export function FailedRows(props: Props) {
  const summary = useRef<HTMLElement>(null);
  // As text, because an equal list must not take the focus again.
  const errors = JSON.stringify(props.errors);
  useEffect(() => {
    if (errors !== undefined) summary.current?.focus();
  }, [errors]);
  return <RowErrors {...props} ref={summary} />;
}

/** `FailedRows` without focus, for a form, which focuses its first invalid field. */
export function RowErrors({
  errors = [],
  columns = {},
  to,
  ref,
}: Props & { readonly ref?: Ref<HTMLElement> | undefined }) {
  const id = useId();
  const [rows, others] = byRow(errors, columns);
  const shown = rows.slice(0, SHOWN);
  const idOf = ({ index }: Row) => `${id}-${index}`;
  if (errors.length === 0) return null;
  const entries = [
    ...Array.from(others, (text) => ({ text })),
    ...shown.map((row) => ({
      text: messages.row(row.index + 1),
      field: { id: idOf(row), goTo: () => document.getElementById(idOf(row))?.focus() },
    })),
    ...(rows.length > SHOWN ? [{ text: messages.moreRows(count(rows.length - SHOWN)) }] : []),
  ];
  const { caption, row, error } = messages.table;
  return (
    <div className="failed-rows">
      <ErrorSummary
        {...(ref && { ref })}
        heading={rows.length > 0 ? messages.failedRows(count(rows.length)) : forms.summary(others.size)}
        entries={entries}
      />
      {rows.length > 0 && (
        <Table
          caption={caption}
          rows={shown}
          keyOf={({ index }) => index}
          columns={[
            {
              heading: row,
              cell: (row) => {
                const target = to?.(row.index);
                const name = messages.row(row.index + 1);
                return (
                  <span id={idOf(row)} tabIndex={-1}>
                    {target === undefined ? name : <Link to={target}>{name}</Link>}
                  </span>
                );
              },
            },
            {
              heading: error,
              cell: ({ errors }) =>
                errors.map(({ column, text }, index) => (
                  <span key={index} className="failed-row-error">
                    {column && (
                      <>
                        <bdi>{column}</bdi>:{' '}
                      </>
                    )}
                    {text}
                  </span>
                )),
            },
          ]}
        />
      )}
    </div>
  );
}

/** Groups errors by row, in the order of the rows, and returns the texts of errors that are about no row. */
function byRow(
  errors: readonly BodyError[],
  columns: Readonly<Record<string, string>>,
): readonly [readonly Row[], ReadonlySet<string>] {
  const rows = new Map<number, Row['errors'][number][]>();
  const others = new Set<string>();
  for (const error of errors) {
    const path = segmentsOf(error.pointer);
    const at = path.findIndex(isIndex);
    const text = invalidFieldText(error);
    if (at === -1) {
      others.add(text);
      continue;
    }
    const index = Number(path[at]);
    const names = path
      .slice(at + 1)
      .map((part) => (isIndex(part) ? Number(part) + 1 : (columns[part] ?? part)));
    const found = rows.get(index) ?? [];
    found.push({ column: names.join(', '), text });
    rows.set(index, found);
  }
  const sorted = Array.from(rows, ([index, errors]) => ({ index, errors })).toSorted(
    (one, other) => one.index - other.index,
  );
  return [sorted, others];
}

const isIndex = (part: string): boolean => /^\d+$/.test(part);
