/** `npm run bench`: ratios, taken interleaved in one run; every figure is minimum, median, maximum of the rounds. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../e2e/bff-with-test-calls.ts';
import { startStack } from '../e2e/compose.ts';
import { answering, freePort, root, run, start, started } from '../e2e/processes.ts';
import { firstLoad } from './first-load.ts';
import { benchManyCalls } from './many-calls.ts';
import { load, ratio, type Load } from './measure.ts';

const ROUNDS = 9;
const production = join(root, 'bff/dist/main.js');
const bareServer = join(root, 'nginx/bench/bare-server.ts');
const bareConfiguration = `
pid /tmp/nginx.pid;
events {}
http {
  client_body_temp_path /tmp/b; proxy_temp_path /tmp/p; fastcgi_temp_path /tmp/f; uwsgi_temp_path /tmp/u; scgi_temp_path /tmp/s;
  access_log off;
  sendfile on;
  include /etc/nginx/mime.types;
  server { listen 8080; root /srv/client/br; }
}
`;

await benchFirstLoad();
await benchStart();
await benchStatus();
await benchCall();
await benchManyCalls(ROUNDS);
await benchNginx();

async function benchFirstLoad(): Promise<void> {
  const { port, stop } = await startEmbedded({}, production);
  const transfers = await firstLoad(`http://127.0.0.1:${port}/web/`);
  await stop();
  console.log('First load of the home screen (bytes over the wire, header fields included)');
  for (const { path, bytes, initiator } of transfers)
    console.log(`  ${String(bytes).padStart(7)}  ${path}  (${initiator})`);
  const bytes = transfers.reduce((sum, transfer) => sum + transfer.bytes, 0);
  console.log(`  ${(bytes / 1000).toFixed(1)} kB in ${transfers.length} requests`);
}

async function benchStart(): Promise<void> {
  const timed = async (main: string, path: string, env: Record<string, string> = {}) => {
    const [port, managementPort] = [await freePort(), await freePort()];
    const from = performance.now();
    const child = start('node', [main], {
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...env,
    });
    await started(child, `http://127.0.0.1:${port}${path}`, 2);
    const elapsed = performance.now() - from;
    await child.stop();
    return elapsed;
  };
  const cache = { NODE_COMPILE_CACHE: await mkdtemp(join(tmpdir(), 'compile-cache-')) };
  await timed(production, '/web/api/status', cache);
  const [bff, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await timed(bareServer, '/'));
    bff.push(await timed(production, '/web/api/status', cache));
  }
  await rm(cache.NODE_COMPILE_CACHE, { recursive: true });
  console.log(
    `\nFrom start to the first answer, BFF (compile cache warm, as in the image) over bare node:http\n  ${ratio(bff, bare)}`,
  );
}

async function benchStatus(): Promise<void> {
  const port = await freePort();
  const bare = start('node', [bareServer], { PORT: String(port) });
  await started(bare, `http://127.0.0.1:${port}/`);
  const bff = await startEmbedded({ LOG_LEVEL: 'info' }, production);
  const [ofBff, ofBare] = await interleaved(
    () => load(`http://127.0.0.1:${bff.port}/web/api/status`, 3000, () => [bff.pid ?? 0]),
    () => load(`http://127.0.0.1:${port}/`, 3000, () => [bare.pid ?? 0]),
  );
  await bff.stop();
  await bare.stop();
  console.log('\nGET /web/api/status, request log and metrics on, over bare node:http');
  report(ofBff, ofBare);
}

async function benchCall(): Promise<void> {
  const open = async (file: string, env: Record<string, string> = {}) => {
    const port = await freePort();
    // Lines of the log go nowhere: nobody reads what `start` keeps of them.
    const child = start('sh', ['-c', `exec node bff/bench/${file} >/dev/null`], {
      PORT: String(port),
      ...env,
    });
    await answering(`http://127.0.0.1:${port}/web/api/things/42`);
    return {
      address: `http://127.0.0.1:${port}/web/api/things/42`,
      origin: `http://127.0.0.1:${port}`,
      child,
    };
  };
  const service = await open('service.ts');
  const upstream = { UPSTREAM: service.origin };
  const [bare, plain, ours] = [
    await open('bare.ts', upstream),
    await open('plain-fastify.ts', upstream),
    await open('ours.ts', upstream),
  ];
  const measured: Record<string, Load[]> = { bare: [], plain: [], ours: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, { address, child }] of Object.entries({ bare, plain, ours })) {
      const one = await load(address, 3000, () => [child.pid ?? 0]);
      if (round > 0) measured[name]?.push(one);
    }
  }
  for (const { child } of [ours, plain, bare, service]) await child.stop();
  const { ours: ofOurs = [], bare: ofBare = [], plain: ofPlain = [] } = measured;
  console.log(
    '\nA call with validation, an upstream of 1 kB and a reply through its schema; log and metrics on',
  );
  console.log(' over bare node:http and undici, without any of these');
  report(ofOurs, ofBare);
  console.log(' over plain Fastify and undici, with all of these');
  report(ofOurs, ofPlain);
}

async function benchNginx(): Promise<void> {
  const stack = await startStack({ name: 'web-bench', subnet: '172.30.92.0/24', testCalls: false });
  const folder = await mkdtemp(join(tmpdir(), 'bare-nginx-'));
  await writeFile(join(folder, 'nginx.conf'), bareConfiguration);
  const port = await freePort();
  const name = 'web-bench-bare';
  await run('docker', [
    'run',
    '--detach',
    '--rm',
    '--name',
    name,
    '--publish',
    `${port}:8080`,
    '--volume',
    `${folder}/nginx.conf:/etc/nginx/nginx.conf:ro`,
    '--entrypoint',
    'nginx',
    'web-bench-nginx',
    '-g',
    'daemon off;',
  ]);
  try {
    await answering(`http://127.0.0.1:${port}/index.html`);
    const shell = await fetch(`http://127.0.0.1:${stack.port}/web/`);
    const asset = /\/web\/(assets\/[^"]+\.js)/.exec(await shell.text())?.[1] ?? '';
    const ours = await pidsOf('web-bench-nginx-1');
    const theirs = await pidsOf(name);
    for (const [what, path, file] of [
      ['the shell', '', 'index.html'],
      ['an asset', asset, asset],
    ]) {
      const [ofOurs, ofTheirs] = await interleaved(
        () =>
          load(`http://127.0.0.1:${stack.port}/web/${path}`, 4000, () => ours, { 'accept-encoding': 'br' }),
        () => load(`http://127.0.0.1:${port}/${file}`, 4000, () => theirs),
      );
      console.log(
        `\nGET of ${what} through nginx, access log on, over a bare nginx with the same bytes and no log`,
      );
      report(ofOurs, ofTheirs);
    }
  } finally {
    await run('docker', ['rm', '--force', name]);
    await stack.stop();
    await rm(folder, { recursive: true });
  }
}

async function interleaved(a: () => Promise<Load>, b: () => Promise<Load>): Promise<[Load[], Load[]]> {
  await a();
  await b();
  const [ofA, ofB]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ofA.push(await a());
    ofB.push(await b());
  }
  return [ofA, ofB];
}

function report(a: readonly Load[], b: readonly Load[]): void {
  const of = (loads: readonly Load[], figure: keyof Load) => loads.map((one) => one[figure]);
  console.log(`  requests a second   ${ratio(of(a, 'perSecond'), of(b, 'perSecond'))}`);
  console.log(`  CPU a request       ${ratio(of(a, 'cpuMicroseconds'), of(b, 'cpuMicroseconds'))}`);
}

async function pidsOf(container: string): Promise<number[]> {
  const { stdout } = await run('docker', ['top', container, '-eo', 'pid,comm']);
  return stdout
    .split('\n')
    .flatMap((line) => (/^\s*(\d+)\s+nginx/.exec(line)?.[1] ? [Number.parseInt(line, 10)] : []));
}
