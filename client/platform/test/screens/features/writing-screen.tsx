import { Titled, type formCalls } from '@web/bff/platform/test/calls/form-calls';
import type { errors } from '@web/bff/contract/errors';
import { createForm } from '#platform/forms/create-form.tsx';
import type { CreateForm } from '#platform/forms/form-types.ts';
import { useTestCall } from './test-platform.ts';
import { Links } from './links.tsx';

const TitleForm = (createForm as unknown as CreateForm<typeof formCalls, typeof errors>)(
  'POST /test/titles',
  Titled,
);

export function Component() {
  const [ask, { pending, problem }] = useTestCall('POST /test/body');
  return (
    <>
      <h1>Writing</h1>
      <TitleForm clears>
        <TitleForm.Field name="title" label="Title" />
        <TitleForm.Field name="copies" label="Copies" />
        <TitleForm.Submit pending="Sending …">Send</TitleForm.Submit>
      </TitleForm>
      <button type="button" onClick={() => void ask({ body: {} })}>
        Ask
      </button>
      <p role="alert">{pending ? '' : problem?.detail}</p>
      <Links />
    </>
  );
}
