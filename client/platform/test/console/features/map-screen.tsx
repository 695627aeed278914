import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { Page } from '#platform/ui/page.tsx';
import { drawing } from './drawing.ts';
import { readServices } from './console-calls.ts';
import { Icon } from './icon.tsx';

export const loader = readServices;

export const Component = ({ data }: ScreenProps<typeof loader>) => (
  <Page heading="Map">
    <ul title={String(drawing.length)}>
      {data.items.map(({ id, name, state }) => (
        <li key={id}>
          <Icon state={state} /> {name}
        </li>
      ))}
    </ul>
  </Page>
);
