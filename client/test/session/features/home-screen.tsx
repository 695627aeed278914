import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';

export const Component = () => (
  <Page heading="Home">
    <Link to="/members">To members</Link>
  </Page>
);
