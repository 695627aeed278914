import type { calls } from '@web/bff/contract/calls/all';
import type { errors } from '@web/bff/contract/errors';
import type { SchemaNode } from '@web/bff/contract/kit/schema/schema-node';
import type { ComponentProps } from 'react';
import { messages } from '#messages/platform/components.ts';
import { Button } from '#ui/button.tsx';
import { BoundForm } from './bound-form.tsx';
import { fields } from './fields.tsx';
import { useFormState } from './form-context.ts';
import type { CreateForm } from './form-types.ts';
import { groupsOf } from './groups.tsx';
import { Steps } from './steps.tsx';

function Submit(props: ComponentProps<typeof Button>) {
  const { pending, processing } = useFormState();
  const text = processing ? messages.processing : props.pending;
  return <Button {...props} type="submit" pending={pending && text} />;
}

const parts: object = {
  ...fields,
  ...groupsOf(() => parts),
  Steps,
  Submit,
};

type FormOfCallProps = Omit<ComponentProps<typeof BoundForm>, 'call' | 'schema'> & { readonly call?: string };

/**
 * The form of a call: `const NoteForm = createForm('POST /notes', NewNote)`, then `<NoteForm>` and in it `<NoteForm.Field name="title" … />`.
 * The schema is the one of the call's body, imported from the contract; fields are typed by it. Calls with the same body share a form:
 * `createForm(['POST /notes', 'PUT /notes/:noteId'], NewNote)`.
 */
export const createForm = ((calls: string | readonly [string, ...string[]], schema: SchemaNode) => {
  // Only tuples have this keyword; a default may have `items`.
  if (JSON.stringify(schema).includes('"additionalItems":'))
    throw new TypeError(
      `createForm(${JSON.stringify(calls)}): a form has no control for a tuple; use an object`,
    );
  const [first] = typeof calls === 'string' ? [calls] : calls;
  function FormOfCall({ call = first, ...props }: FormOfCallProps) {
    return <BoundForm {...props} call={call} schema={schema} />;
  }
  return Object.assign(FormOfCall, parts);
}) as unknown as CreateForm<typeof calls, typeof errors>;
