import { vitestProjects } from '@web/bff/test/vitest-projects';

export default vitestProjects(import.meta.dirname, { endToEndWorkers: 2 });
