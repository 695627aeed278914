import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { namesOf } from '@web/bff/platform/contract/schema/schema-node';
import { forms as messages } from '#platform/messages/forms.ts';
import { Button } from '#platform/ui/button.tsx';
import { Fieldset } from './elements/fieldset.tsx';
import { remember } from './controls.ts';
import type { Binding } from './form-fields.ts';
import { FieldScopeContext, useFormState, useMember, useRegistration } from './form-context.ts';

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
  /** Stored value of the row; undefined for an added row. */
  readonly value: unknown;
}

let rowsMade = 0;
const newRow = (value?: unknown): Row => ({ key: (rowsMade += 1), value });
const rowsOf = (values: unknown): readonly Row[] => (Array.isArray(values) ? values.map(newRow) : []);

const keysOf = (rows: readonly Row[]): string => rows.map(({ key }) => key).join(' ');

/** Rows that the form has written last. */
interface Written {
  readonly rows: readonly Row[];
  readonly isInput: boolean;
}

function useRows(initial: unknown) {
  const [rows, setRows] = useState(() => rowsOf(initial));
  const latest = useRef(rows);
  const last = useRef<Written>({ rows, isInput: false });
  const [binding] = useState<Binding>(() => ({
    isList: true,
    write: (values, { isInput }) => {
      // The rows keep their keys, so that the focus stays.
      const written = rowsOf(values).map((row, index) => ({
        ...row,
        key: latest.current[index]?.key ?? row.key,
      }));
      last.current = { rows: written, isInput };
      setRows(written);
    },
    isChanged: () => last.current.isInput || keysOf(last.current.rows) !== keysOf(latest.current),
  }));
  useLayoutEffect(() => void (latest.current = rows), [rows]);
  return [rows, setRows, binding] as const;
}

export function groupsOf<Components>(parts: () => Components) {
  function Group({ name, legend, children }: GroupProps<Components>) {
    const { id, name: prefix, initial: value, error } = useMember(name);
    useRegistration(id, prefix, legend);
    const scope = useContext(FieldScopeContext);
    return (
      <Fieldset id={id} legend={legend} name={prefix} error={error}>
        <FieldScopeContext value={{ ...scope, prefix, value }}>{children(parts())}</FieldScopeContext>
      </Fieldset>
    );
  }

  function List({ name, legend, item, add, children }: ListProps<Components>) {
    const { id, name: prefix, node, initial, error } = useMember(name);
    const [rows, setRows, binding] = useRows(initial);
    useRegistration(id, prefix, legend, binding);
    const { handleInput } = useFormState();
    // False for rows with a single field, which need no label of their own.
    const isGroup = node.kind === 'array' && namesOf(node.item).length > 0;
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
      setRows(changed);
    };
    const remove = (key: number) =>
      change(
        rows.findIndex((row) => row.key === key),
        rows.filter((row) => row.key !== key),
      );
    return (
      <Fieldset id={id} legend={legend} name={prefix} error={error} ref={fieldset}>
        {rows.map(({ key, value }, index) => (
          <ListRow
            key={key}
            name={`${prefix}[${index}]`}
            label={`${item} ${index + 1}`}
            isGroup={isGroup}
            value={value}
            onRemove={() => remove(key)}
          >
            {children(parts(), index + 1)}
          </ListRow>
        ))}
        <Button variant="quiet" onClick={() => change(rows.length, [...rows, newRow()])}>
          {add}
        </Button>
      </Fieldset>
    );
  }

  return { Group, List };
}

interface ListRowProps {
  readonly name: string;
  readonly label: string;
  readonly isGroup: boolean;
  readonly value: unknown;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function ListRow({ name, label, isGroup, value, onRemove, children }: ListRowProps) {
  const scope = useContext(FieldScopeContext);
  const marker = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (marker.current) remember(marker.current, { value });
  }, [value]);
  return (
    <div className="form-row" {...(isGroup && { role: 'group', 'aria-label': label })}>
      {/* Carries the row's stored value. Not empty for a stored row, so that the row counts as filled. */}
      {isGroup && (
        <input hidden readOnly name={name} value={value === undefined ? '' : 'stored'} ref={marker} />
      )}
      <Button variant="quiet" className="remove-row" title={messages.remove(label)} onClick={onRemove}>
        <span aria-hidden="true">×</span>
      </Button>
      <FieldScopeContext value={{ ...scope, ...(isGroup && { row: label }), prefix: name, value }}>
        {children}
      </FieldScopeContext>
    </div>
  );
}
