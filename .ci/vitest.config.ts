import { vitestProjects } from '@web/bff/platform/testing/vitest-projects';

export default vitestProjects(import.meta.dirname, { endToEndWorkers: 2 });
