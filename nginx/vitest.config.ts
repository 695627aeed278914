import { vitestProjects } from '@web/bff/platform/testing/vitest-projects';

// Three workers, because most of these tests wait: for drains, deadlines and health checks.
export default vitestProjects({ endToEndWorkers: 3 });
