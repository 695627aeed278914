import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { JourneyForm } from './journey-form.tsx';

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
      <Form error="It was not saved: another person has changed it meanwhile.">
        <Field name="changed" label="Changed name" defaultValue="Ceres" />
        <Button type="submit" pending="Sending …">
          Save
        </Button>
      </Form>
      <Form>
        <ErrorSummary
          heading="There are 2 problems"
          entries={[
            { text: 'Ship: Fill this in.', field: { id: 'ship', goTo: () => {} } },
            { text: 'The hold is full.' },
          ]}
        />
        <Field name="ship" label="Ship" error="Fill this in." />
      </Form>
      <JourneyForm />
    </>
  );
}
