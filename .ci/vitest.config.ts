import { vitestProjects } from '@web/bff/platform/testing/vitest-projects';

export default vitestProjects({ endToEndWorkers: 2 });
