import { vitestProjects } from '@web/bff/platform/testing/vitest-projects';
import { productConfig } from './vite.product.ts';

export default vitestProjects(import.meta.dirname, {
  endToEndWorkers: 2,
  ...productConfig(),
});
