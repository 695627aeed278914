import { PROCESSES } from '../case.ts';
import type { Case } from '../case.ts';
import { check, checkProblem, checkStatus, every, isShell } from '../checks.ts';

const PROBES = ['/health', '/healthz', '/livez', '/readyz', '/live', '/ready', '/liveness']
  .concat(['/readiness', '/metrics', '/stub_status', '/nginx_status', '/-/healthy', '/-/ready'])
  .concat(['/health/live', '/health/ready']);

export const operating: readonly Case[] = [
  {
    id: '37a',
    title: 'Liveness, readiness and metrics are not reachable beneath the base.',
    seen: 'outside',
    run: async (target) => {
      await every(PROBES, async (path) => {
        const answer = await target.ask(`${target.base}${path}`);
        const screen = answer.status === 404 || isShell(answer);
        check(screen, answer, '404 or a screen', answer.status);
      });
      await every(PROBES, async (path) => {
        checkProblem(await target.ask(`${target.base}/api${path}`), 404);
      });
    },
  },
  {
    id: '37b',
    title: 'Liveness, readiness and metrics are not reachable outside the base.',
    seen: 'outside',
    needs: ['whole-origin'],
    run: (target) =>
      every(
        PROBES.flatMap((path) => [path, `/api${path}`]),
        async (path) => {
          checkStatus(await target.ask(path), 404);
        },
      ),
  },
  {
    id: '37c',
    title: 'A draining process says 503 on its own port, then finishes what it has.',
    seen: 'harness',
    why: PROCESSES,
  },
  {
    id: '38',
    title: 'Everything holds with a read-only root filesystem, no capabilities and no root user.',
    seen: 'harness',
    why: PROCESSES,
  },
  {
    id: '39',
    title: 'Built with another prefix, every case holds there.',
    seen: 'harness',
    why: 'needs a second build; this same suite is run against its address',
  },
  {
    id: '40',
    title: 'nginx and embedded give the same status and the same set of headers.',
    seen: 'harness',
    why: 'compares two targets',
  },
];
