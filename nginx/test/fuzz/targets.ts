import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, start, waitUntilStarted, type Running } from '@web/bff/test/processes';
import { testBundle } from '@web/bff/test/start-bff';
import { startNginx } from '../start-nginx.ts';

export interface Target extends Running {
  readonly name: string;
  readonly port: number;
  /** What must not grow with the requests. Garbage is collected before. Rejects if a process has ended. */
  readonly figures: () => Promise<Readonly<Record<string, number>>>;
}

/** Collects garbage at a signal, so that the heap can be measured. */
const collecting = `data:text/javascript,process.on('SIGWINCH',()=>gc())`;

async function startBff(): Promise<Target> {
  const [port, managementPort] = [await freePort(), await freePort()];
  const child = start('node', ['--expose-gc', '--import', collecting, testBundle('calls')], {
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    OPENAPI: 'true',
  });
  await waitUntilStarted(child, `http://127.0.0.1:${managementPort}/readyz`);
  return {
    name: 'BFF',
    port,
    stop: child.stop,
    figures: async () => {
      if (child.exitCode !== null) throw new Error(`The BFF has ended: ${child.output()}`);
      // Twice: what finalizers release is collected by the second.
      for (let times = 0; times < 2; times += 1) {
        child.kill('SIGWINCH');
        await sleep(300);
      }
      const metrics = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
      const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1]);
      return {
        heap: figure('nodejs_heap_size_used_bytes'),
        handles: figure('nodejs_active_handles_total'),
      };
    },
  };
}

/** Starts the BFF that serves the client, and nginx with a BFF of its own. Both have the test calls. */
export async function startTargets(): Promise<Target[]> {
  const embedded = await startBff();
  const bff = await startBff();
  const nginx = await startNginx({ bffPort: bff.port });
  const memoryOfNginx = async () => {
    const children = await readFile(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8');
    const statm = await readFile(`/proc/${children.trim().split(' ')[0]}/statm`, 'utf8');
    return Number(statm.split(' ')[1]);
  };
  return [
    embedded,
    {
      name: 'nginx',
      port: nginx.port,
      figures: async () => ({ ...(await bff.figures()), memory: await memoryOfNginx() }),
      stop: async () => {
        await nginx.stop();
        await bff.stop();
      },
    },
  ];
}
