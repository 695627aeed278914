import { execFileSync } from 'node:child_process';

/** The programs that the end-to-end tests need. Prints in one line what is missing and how to get it, and fails: no test is skipped. */
const programs = [
  {
    name: 'Docker',
    command: ['docker', 'compose', 'ls', '--quiet'],
    get: 'an engine that answers, with the compose plugin: https://docs.docker.com/engine/install',
  },
  { name: 'Chromium', command: ['chromium', '--version'], get: 'apt-get install chromium' },
  { name: 'OpenSSL', command: ['openssl', 'version'], get: 'apt-get install openssl' },
  { name: 'nginx', command: ['nginx', '-v'], get: 'apt-get install nginx-light' },
  { name: 'HAProxy', command: ['haproxy', '-v'], get: 'apt-get install haproxy' },
  { name: 'Caddy', command: ['caddy', 'version'], get: 'apt-get install caddy' },
  { name: 'Apache httpd', command: ['apache2', '-v'], get: 'apt-get install apache2' },
  { name: 'Varnish', command: ['varnishd', '-V'], get: 'apt-get install varnish' },
  { name: 'Redis', command: ['redis-server', '--version'], get: 'apt-get install redis-server' },
  { name: 'Prometheus', command: ['promtool', '--version'], get: 'apt-get install prometheus' },
  { name: 'mtail', command: ['mtail', '--version'], get: 'apt-get install mtail' },
  {
    name: 'kubectl',
    command: ['kubectl', 'version', '--client'],
    get: 'apt-get install kubernetes-client',
  },
] as const;

const missing = programs.filter(({ command: [program, ...args] }) => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
});
if (missing.length > 0) {
  const names = missing.map(({ name, get }) => `${name} (${get})`);
  console.error(`Missing for the end-to-end tests: ${names.join('; ')}`);
  process.exitCode = 1;
}
