import { execFileSync } from 'node:child_process';

const wanted = [
  {
    name: 'Docker',
    command: ['docker', 'compose', 'ls', '--quiet'],
    get: 'an engine that answers, with the compose plugin: https://docs.docker.com/engine/install',
  },
  { name: 'Chromium', command: ['chromium', '--version'], get: 'apt-get install chromium' },
  { name: 'nginx', command: ['nginx', '-v'], get: 'apt-get install nginx-light' },
] as const;

/** Says in one line what is missing and how to get it. Tests that need it then fail: nothing is skipped. */
export function setup(): void {
  const missing = wanted.filter(({ command: [program, ...args] }) => {
    try {
      execFileSync(program, args, { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return;
  throw new Error(
    `Missing for the end-to-end tests: ${missing.map(({ name, get }) => `${name} (${get})`).join('; ')}`,
  );
}
