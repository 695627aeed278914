import { vitestProjects } from '@web/bff/platform/testing/vitest-projects';

// Three workers instead of one, because most of these tests only wait for drains, deadlines and health checks.
export default vitestProjects({ endToEndWorkers: 3 });
