import type { errors } from '@web/bff/contract/errors';
import { Scan, type uploadCalls } from '@web/bff/platform/test/calls/upload-calls';
import { useState } from 'react';
import { createForm } from '#platform/forms/create-form.tsx';
import type { CreateForm } from '#platform/forms/form-types.ts';

const ScanForm = (createForm as unknown as CreateForm<typeof uploadCalls, typeof errors>)(
  'POST /test/uploads/:folder',
  Scan,
);

export function Component() {
  const [result, setResult] = useState('');
  return (
    <>
      <h1>Scanning</h1>
      <ScanForm
        request={{ params: { folder: 'x' } }}
        onSuccess={({ body }) => setResult(JSON.stringify(body))}
      >
        <ScanForm.Field name="title" label="Title" />
        <ScanForm.File name="scan" label="Scans" multiple />
        <ScanForm.Submit pending="Sending …">Send</ScanForm.Submit>
      </ScanForm>
      <p>{result}</p>
    </>
  );
}
