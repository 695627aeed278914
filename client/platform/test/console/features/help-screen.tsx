import { Page } from '#platform/ui/page.tsx';

export const Component = () => <Page heading="Help" lead="Ask a colleague." />;
