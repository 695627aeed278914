import { outside } from '../case.ts';
import { check, checkProblem, checkStatus, every, isShell } from '../checks.ts';

const PROBES = ['/health', '/healthz', '/livez', '/readyz', '/live', '/ready', '/liveness']
  .concat(['/readiness', '/metrics', '/stub_status', '/nginx_status', '/-/healthy', '/-/ready'])
  .concat(['/health/live', '/health/ready']);

export const operating = [
  ...outside({
    '37a Liveness, readiness and metrics are not reachable beneath the base path.': (target) =>
      every(PROBES, async (path) => {
        const response = await target.request(`${target.base}${path}`);
        const isScreen = response.status === 404 || isShell(response);
        check(isScreen, response, '404 or a screen', response.status);
        checkProblem(await target.request(`${target.base}/api${path}`), 404);
      }),
  }),
  ...outside(
    {
      '37b Liveness, readiness and metrics are not reachable outside the base path.': (target) =>
        every(
          PROBES.flatMap((path) => [path, `/api${path}`]),
          async (path) => checkStatus(await target.request(path), 404),
        ),
    },
    'whole-origin',
  ),
];
