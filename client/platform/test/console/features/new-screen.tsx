import { Page } from '#platform/ui/page.tsx';
import { ServiceForm } from './service-form.tsx';

export const Component = () => (
  <Page heading="New service">
    <ServiceForm call="POST /test/titles">
      <ServiceForm.Field name="title" label="Title" />
      <ServiceForm.Submit>Save</ServiceForm.Submit>
    </ServiceForm>
  </Page>
);
