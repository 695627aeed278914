import { Link } from '#platform/ui/link.tsx';
import { Page } from '#platform/ui/page.tsx';

export const Component = () => (
  <Page heading="Home">
    <Link to="/members">To members</Link>
  </Page>
);
