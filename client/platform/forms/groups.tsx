import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { namesOf } from '@web/bff/platform/contract/schema/schema-node';
import { forms as messages } from '#platform/messages/forms.ts';
import { Button } from '#platform/ui/button.tsx';
import { Fieldset } from './elements/fieldset.tsx';
import { FieldScopeContext, useBound, useFormState } from './form-context.ts';

export interface GroupProps<Components, Name = string> {
  readonly name: Name;
  readonly legend: string;
  readonly children: (parts: Components) => ReactNode;
}

/** `children` renders a row, `{(Row, number) => …}`; numbers start at 1. */
export interface ListProps<Components, Name = string> extends Omit<GroupProps<Components, Name>, 'children'> {
  /** Noun for a row: `Tag` labels the second row `Tag 2`. */
  readonly item: string;
  /** Text of the button that adds a row. */
  readonly add: string;
  readonly children: (parts: Components, number: number) => ReactNode;
}

interface Row {
  readonly key: number;
  /** Initial value of the row's fields. */
  readonly value: unknown;
  /** Index of the initial value; empty for an added row. */
  readonly index: number | '';
}

let rowsMade = 0;
const newRow = (value?: unknown, index: Row['index'] = ''): Row => ({ key: (rowsMade += 1), value, index });

export function groupsOf<Components>(parts: () => Components) {
  function Group({ name, legend, children }: GroupProps<Components>) {
    const { id, name: prefix, initial: value, error } = useBound(name, legend);
    const scope = useContext(FieldScopeContext);
    return (
      <Fieldset id={id} legend={legend} name={prefix} error={error}>
        <FieldScopeContext value={{ ...scope, prefix, value }}>{children(parts())}</FieldScopeContext>
      </Fieldset>
    );
  }

  function Rows({ name, legend, item, add, children }: ListProps<Components>) {
    const { id, name: prefix, node, initial, error } = useBound(name, legend);
    const scope = useContext(FieldScopeContext);
    const { handleInput, restored } = useFormState();
    // False for rows with a single field, which need no label of their own.
    const isGroup = node.kind === 'array' && namesOf(node.item).length > 0;
    const [rows, setRows] = useState(() => {
      const values: readonly unknown[] = Array.isArray(initial) ? initial : [];
      if (!restored?.has(prefix)) return values.map(newRow);
      const inRows = [...restored.keys()].filter((name) => name.startsWith(`${prefix}[`));
      const indexes = new Set(inRows.map((name) => Number.parseInt(name.slice(prefix.length + 1), 10)));
      return Array.from(indexes, (index) => {
        const before = isGroup ? restored.get(`${prefix}[${index}]`)?.[0] : index;
        return before === '' || before === undefined
          ? newRow()
          : newRow(values[Number(before)], Number(before));
      });
    });
    const fieldset = useRef<HTMLFieldSetElement>(null);
    /** Index of the row to focus after a row was added or removed. */
    const next = useRef<number>(undefined);
    useEffect(() => {
      if (next.current === undefined) return;
      const row = fieldset.current?.querySelectorAll('.form-row')[next.current];
      const place = row ?? fieldset.current?.querySelector('.form-row:last-of-type') ?? fieldset.current;
      place?.querySelector<HTMLElement>(':is(input, select, textarea, button):not(.remove-row)')?.focus();
      next.current = undefined;
      handleInput();
    });
    const change = (focused: number, changed: readonly Row[]) => {
      next.current = focused;
      setRows([...changed]);
    };
    return (
      <Fieldset id={id} legend={legend} name={prefix} error={error} ref={fieldset}>
        {rows.map(({ key, value, index: before }, index) => (
          <div
            key={key}
            className="form-row"
            {...(isGroup && { role: 'group', 'aria-label': `${item} ${index + 1}` })}
          >
            {isGroup && <input hidden readOnly name={`${prefix}[${index}]`} value={before} />}
            <Button
              variant="quiet"
              className="remove-row"
              title={messages.remove(`${item} ${index + 1}`)}
              onClick={() => change(index, rows.toSpliced(index, 1))}
            >
              <span aria-hidden="true">×</span>
            </Button>
            <FieldScopeContext
              value={{
                ...scope,
                ...(isGroup && { row: `${item} ${index + 1}` }),
                prefix: `${prefix}[${index}]`,
                value,
              }}
            >
              {children(parts(), index + 1)}
            </FieldScopeContext>
          </div>
        ))}
        <Button variant="quiet" onClick={() => change(rows.length, [...rows, newRow()])}>
          {add}
        </Button>
      </Fieldset>
    );
  }

  function List(props: ListProps<Components>) {
    const { resetKey } = useFormState();
    return <Rows key={resetKey} {...props} />;
  }

  return { Group, List };
}
