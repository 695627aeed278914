import type * as Type from 'typebox';
import { useEffect, useState } from 'react';
import type { errors } from '@web/bff/contract/errors';
import { type formCalls, Parcel } from '@web/bff/platform/test/calls/form-calls';
import { useRefreshOnReturn } from '#platform/api/use-refresh-on-return.ts';
import { Control } from '#platform/forms/control.tsx';
import { createForm } from '#platform/forms/create-form.tsx';
import type { CreateForm, FormComponents } from '#platform/forms/form-types.ts';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { Links } from './links.tsx';
import { testRead } from './test-platform.ts';

const Form = (createForm as unknown as CreateForm<typeof formCalls, typeof errors>)(
  'PUT /test/parcels/:id',
  Parcel,
  { version: { query: { version: 'version' } } },
);

export const loader = async (request: ScreenRequest) => {
  const { id = '' } = request.params;
  return { id, parcel: await testRead(request)('GET /test/parcels/:id', { params: { id } }) };
};

type Parts = Omit<Type.Static<typeof Parcel>, 'rows'>;

export function Component({ data: { id, parcel } }: ScreenProps<typeof loader>) {
  const [late, setLate] = useState<readonly string[]>([]);
  const [saved, setSaved] = useState('');
  useRefreshOnReturn(0);
  useEffect(() => {
    const timer = setTimeout(() => setLate(['one', 'two']), 500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <h1>Keeping</h1>
      <Form
        request={{ params: { id } }}
        initial={parcel as never}
        onSuccess={(_, { urgent }) => setSaved(urgent ? 'Saved as urgent' : 'Saved')}
      >
        <Form.Field name="title" label="Title" />
        <Form.TextArea name="note" label="Note" />
        <Controls of={Form as never} late={late} />
        <Form.List name="rows" legend="Rows" item="Row" add="Add a row">
          {(Row) => (
            <>
              <Row.Field name="name" label="Name" />
              <Controls of={Row as never} late={late} />
            </>
          )}
        </Form.List>
        <Form.Submit name="urgent" value="true">
          Save as urgent
        </Form.Submit>
        <Form.Submit>Save</Form.Submit>
      </Form>
      <p>{saved}</p>
      <Links />
    </>
  );
}

interface ControlsProps {
  readonly of: FormComponents<Parts>;
  readonly late: readonly string[];
}

/** Each kind of control. The options of "Late" arrive after the form. */
function Controls({ of: Of, late }: ControlsProps) {
  return (
    <>
      <Of.Field name="line" label="Line" />
      <Of.TextArea name="text" label="Text" />
      <Of.Field name="time" label="Time" type="time" />
      <Of.Field name="at" label="At" />
      <Of.Field name="weight" label="Weight" />
      <Of.Select name="color" label="Color">
        <option value="red">Red</option>
        <option value="green">Green</option>
      </Of.Select>
      <Of.Select name="colors" label="Colors" multiple>
        <option value="red">Red</option>
        <option value="green">Green</option>
      </Of.Select>
      <Of.Select name="late" label="Late">
        {late.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </Of.Select>
      <Of.Select name="level" label="Level">
        <option value="low">Low</option>
        <option value="high">High</option>
      </Of.Select>
      <Of.Checkbox name="fragile" label="Fragile" />
      <Control of={Of} name="tags" label="Tags">
        {({ value, setValue, attributes }) => (
          <button type="button" {...attributes} onClick={() => setValue([...(value ?? []), 'z'])}>
            {`Tags ${(value ?? []).join(' ')}`}
          </button>
        )}
      </Control>
    </>
  );
}
