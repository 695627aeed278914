import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '@web/bff/test/processes';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { startNginx, type RunningNginx } from '../start-nginx.ts';

export interface Target extends Running {
  readonly name: string;
  readonly port: number;
  /** What must not grow with the requests. Garbage is collected before. Rejects if a process has ended. */
  readonly figures: () => Promise<Readonly<Record<string, number>>>;
}

const env = {
  LOG_LEVEL: 'silent',
  OPENAPI: 'true',
  // Collects garbage at a signal, so that the heap can be measured.
  NODE_OPTIONS: `--expose-gc --import=data:text/javascript,process.on('SIGWINCH',()=>gc())`,
};

async function figuresOfBff({ pid = 0, managementPort }: RunningBff) {
  // Twice: what finalizers release is collected by the second.
  for (let times = 0; times < 2; times += 1) {
    process.kill(pid, 'SIGWINCH');
    await sleep(300);
  }
  const metrics = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1]);
  return { heap: figure('nodejs_heap_size_used_bytes'), handles: figure('nodejs_active_handles_total') };
}

/** The pages of memory of nginx's only worker. */
async function memoryOfNginx({ pid }: RunningNginx): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const statm = await readFile(`/proc/${children.trim().split(' ')[0]}/statm`, 'utf8');
  return Number(statm.split(' ')[1]);
}

/** Starts the BFF that serves the client, and nginx with a BFF of its own. Both have the test calls. */
export async function startTargets(): Promise<Target[]> {
  const embedded = await startBff(env);
  const bff = await startBff(env);
  const nginx = await startNginx({ bffPort: bff.port });
  return [
    { ...embedded, name: 'BFF', figures: () => figuresOfBff(embedded) },
    {
      ...nginx,
      name: 'nginx',
      figures: async () => ({ ...(await figuresOfBff(bff)), memory: await memoryOfNginx(nginx) }),
      stop: async () => {
        await nginx.stop();
        await bff.stop();
      },
    },
  ];
}
