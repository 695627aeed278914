import { usePolling } from '#platform/api/use-polling.ts';
import type { ScreenProps, ScreenRequest } from '#platform/screens/screen-module.ts';
import { Specification } from './specification.tsx';

export const loader = ({ read }: ScreenRequest) => read('GET /status').catch(() => null);

/** Shows which points of the specification are established, and the BFF's status. Replace it with the product's home screen. */
export function Component({ data }: ScreenProps<typeof loader>) {
  usePolling(5_000);
  if (!data)
    return <Specification bff="down" text="The BFF does not respond. This page retries automatically." />;
  return <Specification bff="up" text={`The BFF responds: ${data.name} ${data.version}`} />;
}
