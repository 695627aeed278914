import { useState } from 'react';
import type { errors } from '@web/bff/contract/errors';
import { type formCalls, Titled } from '@web/bff/platform/test/calls/form-calls';
import { createForm } from '#platform/forms/create-form.tsx';
import type { CreateForm } from '#platform/forms/form-types.ts';
import { useRefreshOnReturn } from '#platform/api/use-refresh-on-return.ts';
import { Button } from '#platform/ui/button.tsx';
import { Dialog } from '#platform/ui/dialog.tsx';
import { Links } from './links.tsx';

const Form = (createForm as unknown as CreateForm<typeof formCalls, typeof errors>)(
  'POST /test/titles',
  Titled,
);

/** Forms that differ only in `initial`. A test changes `initial` through localStorage, as if by another user. */
export function Component() {
  const [chosen, setChosen] = useState<string>();
  const close = () => setChosen(undefined);
  useRefreshOnReturn(0);
  return (
    <>
      <h1>Choosing</h1>
      {['One', 'Two'].map((title) => (
        <Button key={title} onClick={() => setChosen(title)}>
          Edit {title}
        </Button>
      ))}
      <Dialog open={chosen !== undefined} title="Editing" closeLabel="Cancel" onClose={close}>
        <Form
          initial={{ title: `${chosen} ${localStorage.getItem('change') ?? ''}`, copies: 1 }}
          onSuccess={close}
        >
          <Form.Field name="title" label="Title" />
          <Form.Submit>Save</Form.Submit>
        </Form>
      </Dialog>
      <Links />
    </>
  );
}
