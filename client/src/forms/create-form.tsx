import type { calls } from '@web/bff/contract/calls/all';
import type { errors } from '@web/bff/contract/errors';
import type { ComponentProps } from 'react';
import type { Body } from '#platform/forms/body-errors.ts';
import { Button } from '#ui/button.tsx';
import { BoundForm } from './bound-form.tsx';
import { BoundCheckbox, BoundField, BoundFile, BoundSelect, BoundTextArea } from './fields.tsx';
import { useFormState } from './form-context.ts';
import type { CreateForm } from './form-types.ts';
import { groupsOf } from './groups.tsx';
import { Steps } from './steps.tsx';

function Submit(props: ComponentProps<typeof Button>) {
  const { pending } = useFormState();
  return <Button {...props} type="submit" pending={pending && props.pending} />;
}

const fields = {
  Field: BoundField,
  File: BoundFile,
  TextArea: BoundTextArea,
  Select: BoundSelect,
  Checkbox: BoundCheckbox,
};
const parts: object = { ...fields, ...groupsOf(() => parts), Steps, Submit };

/**
 * The form of a call: `const NoteForm = createForm('POST /notes')`, then `<NoteForm>` and in it `<NoteForm.Field name="title" … />`. Fields
 * are typed by the call's body. Calls with the same body share a form: `createForm('POST /notes', 'PUT /notes/:noteId')`.
 */
export const createForm = ((...bodies: readonly Body[]) => {
  const [first] = bodies;
  // The build puts the body in the place of the key: vite/forms/form-bodies.ts.
  if (typeof first !== 'object')
    throw new Error(`createForm(${String(first)}): the build has not seen this call`);
  function FormOfCall({
    call,
    ...props
  }: { readonly call?: string } & Omit<ComponentProps<typeof BoundForm>, 'body'>) {
    const body = call ? bodies.find(({ key }) => key === call) : first;
    if (!body) throw new Error(`This form is not for ${call}`);
    return <BoundForm {...props} body={body} />;
  }
  return Object.assign(FormOfCall, parts);
}) as unknown as CreateForm<typeof calls, typeof errors>;
