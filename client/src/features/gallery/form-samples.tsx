import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';

export function FormSamples() {
  const [taken, setTaken] = useState<string>();
  return (
    <>
      <Form
        fault={taken}
        onSubmit={(event) => {
          event.preventDefault();
          setTaken('There is a note of this name already.');
        }}
      >
        <Field
          name="note"
          label="Name of the note"
          required
          hint="The browser asks for it where it is missing"
        />
        <Button type="submit">Add the note</Button>
      </Form>
      <Form fault="The note was not saved: somebody else has changed it meanwhile.">
        <Field name="changed-note" label="Name of the changed note" defaultValue="Shopping" />
        <Button type="submit" pending="Saving the note …">
          Save the note
        </Button>
      </Form>
    </>
  );
}
