import './settings-screen.css';
import { Notice } from '#platform/ui/notice.tsx';
import { Page } from '#platform/ui/page.tsx';
import { Avatar } from './avatar.tsx';
import { ServiceForm } from './service-form.tsx';

export const Component = () => (
  <Page heading="Settings">
    <div className="settings">
      <Notice kind="info">For all services</Notice>
      <Avatar name="Ada" />
      <ServiceForm call="POST /test/titles">
        <ServiceForm.Field name="title" label="Title" />
        <ServiceForm.Submit>Save</ServiceForm.Submit>
      </ServiceForm>
    </div>
  </Page>
);
