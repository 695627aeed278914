import { type ReactNode, useEffect, useRef } from 'react';
import { childOf } from '@web/bff/contract/kit/schema/schema-node';
import { membersOf } from '#platform/forms/body-of.ts';
import { messages } from '#messages/platform/forms.ts';
import { Button } from '#ui/button.tsx';
import { Fieldset } from '#ui/form/fieldset.tsx';
import { PrefixContext, useBound, useFormState } from './form-context.ts';

interface GroupProps<Parts> {
  readonly name: string;
  readonly legend: string;
  /** The parts are always the same; their types are those of the group's members. */
  readonly children: (parts: Parts) => ReactNode;
}

interface ListProps<Parts> extends Omit<GroupProps<Parts>, 'children'> {
  readonly item: string;
  readonly add: string;
  readonly children: (parts: Parts, number: number) => ReactNode;
}

/** The parts of a form that hold others. */
export function groupsOf<Parts>(parts: () => Parts) {
  function Group({ name, legend, children }: GroupProps<Parts>) {
    const { name: prefix, error } = useBound(name);
    return (
      <Fieldset legend={legend} name={prefix} error={error}>
        <PrefixContext value={prefix}>{children(parts())}</PrefixContext>
      </Fieldset>
    );
  }

  function List({ name, legend, item, add, children }: ListProps<Parts>) {
    const { name: prefix, node, field, form, error } = useBound(name);
    // A row of one field is named by the field's label.
    const isGroup = membersOf(childOf(node, '0') ?? {}).length > 0;
    const { noteInput } = useFormState();
    const fieldset = useRef<HTMLFieldSetElement>(null);
    /** The row to which the focus goes once it is there, or has moved up. */
    const next = useRef<number>(undefined);
    const rows = (field as unknown as { getFieldList: () => readonly Row[] }).getFieldList();
    useEffect(() => {
      if (next.current === undefined) return;
      const row = fieldset.current?.querySelectorAll('.form-row')[next.current];
      const control = row ?? fieldset.current?.querySelector('.form-row:last-of-type') ?? fieldset.current;
      const target = control?.querySelector<HTMLElement>('input, select, textarea, button');
      next.current = undefined;
      target?.focus();
    });
    const change = (row: number, dispatch: () => void) => {
      next.current = row;
      noteInput();
      dispatch();
    };
    return (
      <Fieldset legend={legend} name={prefix} error={error} ref={fieldset}>
        {rows.map(({ key, name: rowName }, index) => (
          <div
            key={key}
            className="form-row"
            {...(isGroup && { role: 'group', 'aria-label': `${item} ${index + 1}` })}
          >
            <PrefixContext value={rowName}>{children(parts(), index + 1)}</PrefixContext>
            <Button variant="quiet" onClick={() => change(index, () => form.remove({ name: prefix, index }))}>
              {messages.remove(`${item} ${index + 1}`)}
            </Button>
          </div>
        ))}
        <Button variant="quiet" onClick={() => change(rows.length, () => form.insert({ name: prefix }))}>
          {add}
        </Button>
      </Fieldset>
    );
  }

  return { Group, List };
}

interface Row {
  readonly key: string | undefined;
  readonly name: string;
}
