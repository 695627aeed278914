import { vitestProjects } from '@web/bff/test/vitest-projects';

export default vitestProjects({ endToEndWorkers: 2 });
