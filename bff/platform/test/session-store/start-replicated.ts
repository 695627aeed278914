import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { makeAuthority } from '#platform/test/certificate-authority.ts';
import { freePort, root, run, start } from '#platform/testing/processes.ts';
import { startValkey } from './start-valkey.ts';

export const PASSWORD = 'a-password-of-this-test';
const patience = { timeout: 60_000, interval: 100 };

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valkey-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Reads the BFF's Valkey users from the documentation: one for servers, one for sentinels. */
export async function usersOfDocuments(): Promise<string[]> {
  const page = await readFile(join(root, 'nginx/docs/secrets.md'), 'utf8');
  const users = [...page.matchAll(/^user (web on .*)$/gm)].map(([, user = '']) => user);
  return users.map((user) => user.replace('>PASSWORD', `>${PASSWORD}`));
}

/** Creates a folder, and a function that starts servers in it. The BFF connects as the user `web`; replicas and tools connect as the default user. */
async function prepare() {
  const folder = await newFolder();
  const [user = '', sentinelUser = ''] = await usersOfDocuments();
  const auth = ['--requirepass', PASSWORD, '--masterauth', PASSWORD, '--user', ...user.split(' ')];
  const startServer = async (port: number, ...args: string[]) => {
    const server = await startValkey(port, ...auth, '--dir', folder, ...args);
    onTestFinished(() => server.stop());
    return { ...server, port };
  };
  return { folder, sentinelUser, startServer };
}

/** Starts a primary with a replica, and three sentinels, which fail over after a second. */
export async function startSentinels() {
  const { folder, sentinelUser, startServer } = await prepare();
  const primary = await startServer(await freePort());
  await startServer(await freePort(), '--replicaof', `127.0.0.1 ${primary.port}`);
  const ports = [await freePort(), await freePort(), await freePort()];
  for (const port of ports) {
    const file = join(folder, `sentinel-${port}.conf`);
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `user ${sentinelUser}`,
      `sentinel monitor main 127.0.0.1 ${primary.port} 2`,
      `sentinel auth-pass main ${PASSWORD}`,
      'sentinel down-after-milliseconds main 1000',
      'sentinel failover-timeout main 5000',
    ];
    await writeFile(file, lines.join('\n'));
    const sentinel = start('redis-server', [file, '--sentinel']);
    onTestFinished(() => sentinel.stop());
  }
  // Waits until each sentinel knows the others and the replica.
  for (const port of ports)
    await expect
      .poll(async () => {
        const asked = run('redis-cli', ['-p', String(port), 'sentinel', 'master', 'main']);
        return (await asked.catch(() => ({ stdout: '' }))).stdout;
      }, patience)
      .toMatch(/num-slaves\n1\nnum-other-sentinels\n2\n/);
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
  return { address: `redis+sentinel://web:${PASSWORD}@${hosts}/main`, primary };
}

/** Starts a cluster with TLS: three primaries with a replica each. A failed primary's replica takes over after two seconds. */
export async function startCluster() {
  const { startServer } = await prepare();
  const { certificate, remove } = await makeAuthority();
  onTestFinished(remove);
  const files = ['cert', 'key', 'ca-cert'].flatMap((name) => [`--tls-${name}-file`, certificate]);
  const tls = [...files, '--tls-auth-clients', 'no'];
  const cli = async (...args: string[]) => {
    const access = ['--no-auth-warning', '-a', PASSWORD, '--tls', '--cacert', certificate];
    return (await run('redis-cli', [...access, ...args])).stdout.trim();
  };
  const startNode = async () => {
    const [port, bus] = [await freePort(), await freePort()];
    const ports = ['--port', '0', '--tls-port', String(port), '--cluster-port', String(bus)];
    const modes = ['--tls-replication', 'yes', '--tls-cluster', 'yes', '--cluster-enabled', 'yes'];
    const timing = ['--cluster-config-file', `nodes-${port}.conf`, '--cluster-node-timeout', '2000'];
    const server = await startServer(port, ...tls, ...ports, ...modes, ...timing);
    // A node rejects commands for two seconds after it has joined.
    const hasJoined = async () => {
      const info = () => cli('-p', String(port), 'cluster', 'info');
      await expect.poll(info, patience).toContain('cluster_state:ok');
    };
    return { ...server, host: `127.0.0.1:${port}`, hasJoined };
  };
  const nodes = await Promise.all(Array.from({ length: 6 }, startNode));
  const hosts = nodes.map(({ host }) => host);
  await cli('--cluster', 'create', ...hosts, '--cluster-replicas', '1', '--cluster-yes');
  for (const node of nodes) await node.hasJoined();
  return {
    address: `rediss+cluster://web:${PASSWORD}@${hosts.slice(0, 3).join()}`,
    primaries: nodes.slice(0, 3),
  };
}
