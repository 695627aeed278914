import { Page } from '#platform/ui/page.tsx';
import { Write } from './write.tsx';

export const Component = () => (
  <Page heading="Remarks">
    <Write call="POST /remarks" />
  </Page>
);
