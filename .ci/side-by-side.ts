import { spawn } from 'node:child_process';

/**
 * Runs npm scripts in parallel, such as `types` and `bff:test` (`test` of the workspace `bff`). Prints the output of each when it exits. Fails if one
 * fails.
 */
const runs = process.argv.slice(2).map((name) => {
  const [script, workspace] = name.split(':').toReversed();
  const args = ['run', '--silent', script ?? '', ...(workspace ? ['--workspace', workspace] : [])];
  return new Promise<number>((resolve, reject) => {
    const child = spawn('npm', args, {
      env: { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...process.env },
    });
    const written: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => written.push(part));
    child.on('error', reject).on('close', (code) => {
      process.stdout.write(Buffer.concat(written));
      resolve(code ?? 1);
    });
  });
});
const codes = await Promise.all(runs);
process.exitCode = Math.max(...codes);
