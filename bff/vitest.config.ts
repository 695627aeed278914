import { vitestProjects } from './test/vitest-projects.ts';

export default vitestProjects({ isolate: false, maxWorkers: 4, endToEndWorkers: 2 });
