import { vitestProjects } from '@web/bff/platform/testing/vitest-projects';

// Most of them wait: for drains, deadlines and health checks.
export default vitestProjects({ endToEndWorkers: 3 });
