import { HomeFrame } from './home-frame.tsx';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';

export const loader = ({ read }: ScreenRequest) => read('GET /status');

export const Component = ({ data }: ScreenProps<typeof loader>) => (
  <HomeFrame state={`Answered by ${data.name}`} />
);
