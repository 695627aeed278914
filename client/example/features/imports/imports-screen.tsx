import { useState } from 'react';
import { ImportOptions } from '@web/bff/contract/entities/import-options';
import type { InvalidField } from '@web/bff/platform/contract/platform-errors';
import { messages } from '#messages/imports.ts';
import { titles } from '#messages/titles.ts';
import { createForm } from '#platform/forms/create-form.tsx';
import { FailedRows } from '#platform/forms/elements/failed-rows.tsx';
import { Notice } from '#platform/ui/notice.tsx';
import { Page } from '#platform/ui/page.tsx';

const Form = createForm('POST /notes/imports', ImportOptions);

interface Result {
  readonly count: number;
  readonly errors: readonly InvalidField[];
}

export function Component() {
  const [result, setResult] = useState<Result>();
  return (
    <Page heading={titles.imports} lead={messages.lead}>
      <Form clears onSuccess={({ body }) => setResult(body)} onProblem={() => setResult(undefined)}>
        <Form.File name="csv" label={messages.file} accept=".csv" columns={messages.columns} />
        <Form.Checkbox name="onlyValid" label={messages.onlyValid} />
        <Form.Submit pending={messages.pending}>{messages.submit}</Form.Submit>
      </Form>
      <Notice kind="success">{result && messages.added(result.count)}</Notice>
      <FailedRows errors={result?.errors} columns={messages.columns} />
    </Page>
  );
}
