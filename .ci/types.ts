import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/* `npm run types`: checks all projects in one process. More checkers would repeat work. TypeScript 7 ignores SIGINT and SIGTERM. */
const tsc = spawn('tsc', ['--build', 'bff', 'client', 'nginx', '.ci', '--checkers', '1'], {
  stdio: 'inherit',
});
tsc.on('exit', (code) => (process.exitCode ??= code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    process.exitCode = 128 + constants.signals[signal];
    tsc.kill('SIGKILL');
  });
