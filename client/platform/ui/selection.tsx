import './selection.css';
import { type ReactNode, useState } from 'react';
import { selection as messages } from '#platform/messages/tables.ts';
import { Button } from './button.tsx';
import type { Column } from './table.tsx';

interface Options<Row> {
  readonly keyOf: (row: Row) => string;
  /** Names a row for screen readers. */
  readonly nameOf: (row: Row) => string;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Lets users select rows of a table: pass `selectable(columns)` to the `Table`, and the result to a `SelectionBar` above it. Rows of other pages stay
 * selected until `clear`.
 */
export function useSelection<Row>(rows: readonly Row[], { keyOf, nameOf }: Options<Row>) {
  const [chosen, setChosen] = useState(NONE);
  const keys = rows.map(keyOf);
  const choose = (changed: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const key of changed)
        if (isChosen) next.add(key);
        else next.delete(key);
      return next;
    });
  return {
    /** Keys of the selected rows. */
    chosen,
    clear: () => setChosen(NONE),
    keys,
    choose,
    /** Adds a checkbox to the first column. */
    selectable: ([first, ...others]: readonly Column<Row>[]): readonly Column<Row>[] =>
      first
        ? [
            {
              ...first,
              cell: (row) => (
                <div className="selection-cell">
                  <input
                    type="checkbox"
                    aria-label={messages.one(nameOf(row))}
                    checked={chosen.has(keyOf(row))}
                    onChange={({ target }) => choose([keyOf(row)], target.checked)}
                  />
                  <div>{first.cell(row)}</div>
                </div>
              ),
            },
            ...others,
          ]
        : [],
  };
}

interface Props {
  readonly selection: Pick<ReturnType<typeof useSelection>, 'chosen' | 'clear' | 'keys' | 'choose'>;
  /** Buttons for the selected rows. */
  readonly children: ReactNode;
}

/** A bar above a table: selects all rows of the page and, once rows are selected, shows their number and the actions. */
export function SelectionBar({ selection: { chosen, clear, keys, choose }, children }: Props) {
  const count = keys.filter((key) => chosen.has(key)).length;
  return (
    <div className="selection-bar" data-chosen={chosen.size > 0}>
      <label>
        <input
          type="checkbox"
          checked={count > 0 && count === keys.length}
          ref={(box) => void (box && (box.indeterminate = count > 0 && count < keys.length))}
          disabled={keys.length === 0}
          onChange={({ target }) => choose(keys, target.checked)}
        />
        {messages.all}
      </label>
      <span role="status">{chosen.size > 0 && messages.chosen(chosen.size)}</span>
      {chosen.size > 0 && (
        <div className="actions">
          {children}
          <Button variant="quiet" size="small" onClick={clear}>
            {messages.clear}
          </Button>
        </div>
      )}
    </div>
  );
}
