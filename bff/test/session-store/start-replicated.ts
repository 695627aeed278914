import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, root, run, start, type Running } from '../processes.ts';
import { startValkey } from './start-valkey.ts';

const PASSWORD = 'a-password-of-this-test';

/** The users of the documents, who may do what the BFF needs: at the servers, and at sentinels. */
async function users(): Promise<string[]> {
  const readme = await readFile(join(root, 'nginx/README.md'), 'utf8');
  const rules = [...readme.matchAll(/^user (web on .*)$/gm)].map(([, rule = '']) => rule);
  return rules.map((rule) => rule.replace('>PASSWORD', `>${PASSWORD}`));
}

/** Starts servers with a folder, a certificate and the user `web`. Replicas and tools are the default user. */
async function startServers() {
  const folder = await mkdtemp(join(tmpdir(), 'replicated-'));
  const running: Running[] = [];
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = ['-subj', '/CN=valkey', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, ...files]);
  const [user = '', sentinelUser = ''] = await users();
  const auth = ['--requirepass', PASSWORD, '--masterauth', PASSWORD, '--user', ...user.split(' ')];
  const replication = ['--repl-diskless-sync-delay', '0', '--dir', folder];
  return {
    folder,
    sentinelUser,
    certificate,
    tls: ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate],
    keep: <R extends Running>(started: R): R => {
      running.push(started);
      return started;
    },
    startServer: async (port: number, ...args: string[]) => {
      const server = await startValkey(port, ...auth, ...replication, ...args);
      running.push(server);
      return { ...server, port };
    },
    stop: async () => {
      for (const each of running.toReversed()) await each.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a primary with a replica, and three sentinels, which replace it after a second. */
export async function startSentinels() {
  const { folder, sentinelUser, keep, startServer, stop } = await startServers();
  const primary = await startServer(await freePort());
  const replica = await startServer(await freePort(), '--replicaof', `127.0.0.1 ${primary.port}`);
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
    keep(start('redis-server', [file, '--sentinel']));
  }
  const ask = async (port: number, ...command: string[]) =>
    (await run('redis-cli', ['-p', String(port), ...command])).stdout;
  // Only then is there somebody to vote with, and a replica to choose.
  for (const port of ports)
    await until(async () => {
      const known = await ask(port, 'sentinel', 'master', 'main').catch(() => '');
      return known.includes('num-slaves\n1\n') && known.includes('num-other-sentinels\n2\n');
    });
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
  return { address: `redis+sentinel://web:${PASSWORD}@${hosts}/main`, env: {}, primary, replica, stop };
}

/** Starts a cluster by TLS of three primaries with a replica each, which replaces it after two seconds. */
export async function startCluster() {
  const { certificate, tls, startServer, stop } = await startServers();
  const startNode = async () => {
    const [port, bus] = [await freePort(), await freePort()];
    const ports = ['--port', '0', '--tls-port', String(port), '--cluster-port', String(bus)];
    const modes = ['--tls-auth-clients', 'no', '--tls-replication', 'yes', '--tls-cluster', 'yes'];
    const cluster = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000'];
    const file = ['--cluster-config-file', `nodes-${port}.conf`];
    return startServer(port, ...tls, ...ports, ...modes, ...cluster, ...file);
  };
  const nodes = await Promise.all(Array.from({ length: 6 }, startNode));
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const [first = ''] = hosts;
  const primaries = nodes.slice(0, 3);
  const cli = async (...args: string[]) => {
    const access = ['--no-auth-warning', '-a', PASSWORD, '--tls', '--cacert', certificate];
    return (await run('redis-cli', [...access, ...args])).stdout;
  };
  await cli('--cluster', 'create', ...hosts, '--cluster-replicas', '1', '--cluster-yes');
  const at = (port: number, command: string) => cli('-p', String(port), 'cluster', command);
  /** A new node refuses whatever it is asked for two seconds. */
  const untilOk = (port: number) => until(async () => (await at(port, 'info')).includes('cluster_state:ok'));
  await Promise.all(nodes.map(({ port }) => untilOk(port)));
  return {
    address: `rediss+cluster://web:${PASSWORD}@${hosts.slice(0, 3).join()}`,
    env: { NODE_EXTRA_CA_CERTS: certificate },
    primaries,
    /** Adds a primary, and moves slots to it. */
    addNode: async (slots: number) => {
      const { port } = await startNode();
      await cli('--cluster', 'add-node', `127.0.0.1:${port}`, first);
      await untilOk(port);
      const id = (await at(port, 'myid')).trim();
      const from = await Promise.all(
        primaries.map(async (primary) => (await at(primary.port, 'myid')).trim()),
      );
      for (const primary of primaries)
        await until(async () => (await at(primary.port, 'nodes')).includes(id));
      const plan = ['--cluster-from', from.join(), '--cluster-to', id, '--cluster-slots', String(slots)];
      await cli('--cluster', 'reshard', first, ...plan, '--cluster-yes');
    },
    stop,
  };
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await check()) return;
    await sleep(100);
  }
  throw new Error('the servers do not find each other');
}
