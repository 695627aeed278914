import { vitestProjects } from './platform/testing/vitest-projects.ts';

export default vitestProjects({ isolate: false, maxWorkers: 4, endToEndWorkers: 2 });
