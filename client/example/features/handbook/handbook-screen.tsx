import { handbookPage } from './shared/address.ts';
import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { Page } from '#platform/ui/page.tsx';
import { SanitizedHtml } from '#platform/ui/sanitized-html.tsx';

export const loader = handbookPage.loader(({ read, params }) => read('GET /handbook/:page', { params }));

export const title = ({ title }: Awaited<ReturnType<typeof loader>>) => title;

export const Component = ({ data }: ScreenProps<typeof loader>) => (
  <Page heading={data.title}>
    <SanitizedHtml html={data.html} />
  </Page>
);
