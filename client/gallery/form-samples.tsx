import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';

export function FormSamples() {
  const [taken, setTaken] = useState<string>();
  return (
    <>
      <Form
        error={taken}
        onSubmit={(event) => {
          event.preventDefault();
          setTaken('There is one of this name already.');
        }}
      >
        <Field name="name" label="Name" required hint="The browser asks for it where it is missing" />
        <Button type="submit">Send</Button>
      </Form>
      <Form error="It was not saved: somebody else has changed it meanwhile.">
        <Field name="changed" label="Changed name" defaultValue="Ceres" />
        <Button type="submit" pending="Sending …">
          Save
        </Button>
      </Form>
    </>
  );
}
