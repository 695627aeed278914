import type { errors } from '@web/bff/contract/errors';
import { ImportOptions, type uploadCalls } from '@web/bff/platform/test/calls/upload-calls';
import { useState } from 'react';
import type { BodyError } from '#platform/forms/body/body-errors.ts';
import { createForm } from '#platform/forms/create-form.tsx';
import { FailedRows } from '#platform/forms/elements/failed-rows.tsx';
import { Field } from '#platform/forms/elements/field.tsx';
import type { CreateForm } from '#platform/forms/form-types.ts';
import { Links } from './links.tsx';
import { useTestCall } from './test-platform.ts';

const Form = (createForm as unknown as CreateForm<typeof uploadCalls, typeof errors>)(
  'POST /test/imports',
  ImportOptions,
);

const columns = { title: 'Title', contact: 'Contact', phone: 'Phone', rooms: 'Rooms', beds: 'Beds' };
const placeOf = (index: number) => (index === 1 ? '/test/reading' : undefined);

export function Component() {
  const [result, setResult] = useState<{ readonly count: number; readonly errors: readonly BodyError[] }>();
  const [send, { problem }] = useTestCall('POST /test/imports');
  const [presses, setPresses] = useState(0);
  return (
    <>
      <h1>Importing</h1>
      <Form onSuccess={({ body }) => setResult(body)}>
        <Form.File name="csv" label="CSV" columns={columns} />
        <Form.Checkbox name="onlyValid" label="Only valid rows" />
        <Form.Submit>Import</Form.Submit>
      </Form>
      <p>{result && `Imported: ${result.count}`}</p>
      <FailedRows errors={result?.errors} columns={columns} to={placeOf} />
      <Field
        name="other"
        label="All or none"
        type="file"
        onChange={({ target }) => void send({ body: {}, files: { csv: target.files?.[0] } })}
      />
      <FailedRows errors={problem?.errors} />
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Pressed {presses}
      </button>
      <Links />
    </>
  );
}
