import { once } from 'node:events';
import { freePort, start, waitUntilStarted, type Running } from '@web/bff/test/processes';

export interface Replica extends Running {
  readonly port: number;
  readonly address: string;
  /** The whole log. */
  readonly log: () => string;
  /** Ends it in the middle of whatever it does. */
  readonly kill: () => Promise<void>;
  /** Ends it, and starts it at the same port. */
  readonly restart: () => Promise<void>;
}

/** Starts one of several BFFs from a production bundle. */
export async function startReplica(main: string, env: Readonly<Record<string, string>>): Promise<Replica> {
  const port = await freePort();
  let log = '';
  const open = async () => {
    const started = start('node', [main], {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'debug',
      PORT: String(port),
      MANAGEMENT_PORT: String(await freePort()),
      ...env,
    });
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (data) => (log += data));
    await waitUntilStarted(started, `http://127.0.0.1:${port}/web/api/status`);
    return started;
  };
  let child = await open();
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    log: () => log,
    stop: () => child.stop(),
    kill: async () => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
    restart: async () => {
      await child.stop();
      child = await open();
    },
  };
}
