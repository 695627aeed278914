import { Field, Select, TextArea } from '#ui/form/field.tsx';
import { Fieldset } from '#ui/form/fieldset.tsx';

export function FieldSamples() {
  return (
    <div className="form">
      <Field name="plain" label="Title" />
      <Field name="hinted" label="Reference" hint="Eight digits" />
      <Field
        name="filled"
        label="City"
        defaultValue="Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
      />
      <Field
        name="faulty"
        label="Email"
        type="email"
        hint="We write no letters"
        error="An email address has an @ in it."
        defaultValue="ada"
      />
      <Field name="disabled" label="Disabled" disabled defaultValue="10 224" />
      <Field name="fixed" label="Created" readOnly defaultValue="21 November 2026" />
      <Field name="day" label="Day" type="date" defaultValue="2026-11-30" />
      <TextArea name="text" label="Description" hint="As much as you like" />
      <TextArea name="faulty-text" label="Reason" error="A reason is needed." />
      <Select name="choice" label="Priority" defaultValue="normal">
        <option value="low">Low</option>
        <option value="normal">Normal</option>
        <option value="high">High</option>
      </Select>
      <Select name="faulty-choice" label="Choice at fault" error="Choose one." defaultValue="">
        <option value="">None chosen</option>
        <option value="north">North</option>
      </Select>
      <Field name="file" label="Invoice" hint="PDF, up to 5 MB" type="file" />
      <Fieldset legend="Opening hours">
        <Field name="opens" label="Opens" type="datetime-local" defaultValue="2026-11-30T09:00" />
        <Field name="closes" label="Closes" type="datetime-local" defaultValue="2026-11-30T18:30" />
      </Fieldset>
    </div>
  );
}
