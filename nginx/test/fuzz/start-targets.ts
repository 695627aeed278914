import { readFile, readdir } from 'node:fs/promises';
import { METHODS } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, start, waitUntilStarted, type Running } from '@web/bff/test/processes';
import { buildTestBundle } from '@web/bff/test/start-bff';
import { startNginx } from '../start-nginx.ts';

/** What a process has: these must not grow with the requests. */
export type Figures = Readonly<Record<string, number>>;

export interface Target extends Running {
  readonly name: 'embedded' | 'nginx';
  readonly port: number;
  /** Its processes that serve. */
  readonly pids: () => Promise<readonly number[]>;
  /** Of each of its processes. Garbage is collected before. Rejects if one has ended. */
  readonly figures: () => Promise<Figures>;
  /** What is wrong with its log, in words. */
  readonly logFindings: () => Promise<readonly string[]>;
}

/** Starts the two servers under test: the BFF that serves the client, and nginx with a BFF of its own. Both have every kind of call. */
export async function startTargets(): Promise<readonly [Target, Target]> {
  const main = await buildTestBundle({ entry: 'test/fuzz/main-to-fuzz.ts', outDir: 'dist-test-fuzz' });
  const embedded = await startBff(main);
  try {
    return [
      { ...embedded, name: 'embedded', logFindings: async () => embedded.leaks },
      await behindNginx(main),
    ];
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function behindNginx(main: string): Promise<Target> {
  const bff = await startBff(main);
  const nginx = await startNginx({ bffPort: bff.port }).catch(async (error: unknown) => {
    await bff.stop();
    throw error;
  });
  return {
    name: 'nginx',
    port: nginx.port,
    pids: async () => [...(await bff.pids()), ...(await workersOf(nginx.pid))],
    figures: async () => ({ ...(await bff.figures()), ...(await figuresOfNginx(nginx.pid)) }),
    logFindings: async () => {
      const logged = await nginx.logs();
      const ofNginx = new Set(Array.from(logged.matchAll(/"request_id":"([^"]+)"/g), ([, id]) => id));
      // A request of which nginx knows nothing was smuggled through it.
      if (bff.requests.size === 0) return ['the log of the BFF has no request'];
      const unknown = [...bff.requests].filter(([id]) => !ofNginx.has(id));
      // What is left of one request, and taken for the next one, begins with no method.
      const odd = logged.split('\n').filter(hasUnknownMethod).length;
      return [
        ...(bff.withoutMethod() > odd
          ? [`the BFF has ${bff.withoutMethod()} requests without a method, nginx passed ${odd} on`]
          : []),
        ...bff.leaks,
        ...logged.split('\n').filter((line) => line.startsWith('{') && SECRET.test(line)),
        ...unknown.map(([, line]) => `the BFF has a request that nginx has not: ${line}`),
      ];
    },
    stop: async () => {
      await nginx.stop();
      await bff.stop();
    },
  };
}

/** What no log may have, but nginx's error log: it has the line of a request that fails, which no setting prevents. A browser's report is logged on purpose. */
const SECRET = /marked-(?:query|cookie|authorization|body)-/;

/** Whether a line of nginx tells of a request that it passed to the BFF with a method that Node does not know. */
function hasUnknownMethod(line: string): boolean {
  if (!line.startsWith('{')) return false;
  const fields = JSON.parse(line) as Readonly<Record<string, unknown>>;
  return fields['upstream.address'] !== '' && !METHODS.includes(String(fields['http.request.method']));
}

async function startBff(main: string) {
  const [port, managementPort] = [await freePort(), await freePort()];
  const child = start('node', ['--expose-gc', main], {
    ...{
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      OPENAPI: 'true',
    },
  });
  const leaks: string[] = [];
  const requests = new Map<string, string>();
  let withoutMethod = 0;
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const fields = JSON.parse(line) as Readonly<Record<string, string>>;
      const { request_id: id, 'url.path': path } = fields;
      if (fields['error.type'] === 'HPE_INVALID_METHOD') withoutMethod += 1;
      if (id !== undefined && path !== undefined) requests.set(id, line);
      if (SECRET.test(line) && !line.includes('"msg":"client report"')) leaks.push(line);
    });
  await waitUntilStarted(child, `http://127.0.0.1:${managementPort}/readyz`);
  const { pid = 0 } = child;
  return {
    ...{ port, leaks, stop: child.stop, pids: async () => [pid] },
    /** Its log line of each request, by id. */
    requests,
    /** How many requests had none that Node knows. */
    withoutMethod: () => withoutMethod,
    figures: async (): Promise<Figures> => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The BFF has ended: ${child.output()}`);
      // Twice: what finalizers release is collected by the second.
      for (let times = 0; times < 2; times += 1) {
        process.kill(pid, 'SIGWINCH');
        await sleep(300);
      }
      const metrics = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
      const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1]);
      return {
        'BFF memory': figure('process_resident_memory_bytes'),
        'BFF heap': figure('nodejs_heap_size_used_bytes'),
        'BFF descriptors': figure('process_open_fds'),
        'BFF handles': figure('nodejs_active_handles_total'),
      };
    },
  };
}

async function workersOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}

/** Of nginx's workers together. */
async function figuresOfNginx(pid: number): Promise<Figures> {
  let [memory, descriptors] = [0, 0];
  for (const child of await workersOf(pid)) {
    const pages = (await readFile(`/proc/${child}/statm`, 'utf8')).split(' ')[1];
    memory += Number(pages) * 4_096;
    descriptors += (await readdir(`/proc/${child}/fd`)).length;
  }
  return { 'nginx memory': memory, 'nginx descriptors': descriptors };
}
