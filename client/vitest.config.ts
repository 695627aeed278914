import { vitestProjects } from '@web/bff/test/vitest-projects';
import { productConfig } from './vite.product.ts';

export default vitestProjects(import.meta.dirname, {
  endToEndWorkers: 2,
  ...productConfig(),
});
