import { join } from 'node:path';
import { vitestProjects } from '@web/bff/platform/testing/vitest-projects';
import { productConfig } from './vite.config.ts';

export default vitestProjects({
  endToEndWorkers: 2,
  endToEndSetup: [join(import.meta.dirname, 'platform/test/build-applications.ts')],
  ...productConfig(),
});
