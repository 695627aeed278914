import { vitestProjects } from './platform/testing/vitest-projects.ts';

export default vitestProjects(import.meta.dirname, { isolate: false, maxWorkers: 4, endToEndWorkers: 2 });
