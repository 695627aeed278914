import { Field } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useTestCall, useTestForm } from './test-platform.ts';
import { Links } from './links.tsx';
import { NewTitle } from './new-title.ts';

export function Component() {
  const form = useTestForm('POST /test/titles', NewTitle);
  const [ask, { pending, problem }] = useTestCall('POST /test/body');
  return (
    <>
      <h1>Writing</h1>
      <Form {...form.props} error={form.problem?.detail}>
        <Field name="title" label="Title" error={form.errors['title']} />
        <Field name="copies" label="Copies" error={form.errors['copies']} />
        {/* Not disabled while pending: that a second press sends nothing is not the button's doing. */}
        <button type="submit">Send</button>
      </Form>
      <button type="button" onClick={() => void ask({ body: {} })}>
        Ask
      </button>
      <p role="alert">{pending ? '' : problem?.detail}</p>
      <Links />
    </>
  );
}
