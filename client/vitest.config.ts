import { vitestProjects } from '@web/bff/platform/testing/vitest-projects';
import { productConfig } from './vite.config.ts';

export default vitestProjects({
  endToEndWorkers: 2,
  ...productConfig(),
});
