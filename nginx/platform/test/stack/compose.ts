import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { waitForStatus, freePort, root, run, type Running } from '@web/bff/platform/testing/processes';

export interface Stack extends Running {
  readonly port: number;
  /** Origin of nginx's management port. */
  readonly management: string;
  readonly compose: (...args: string[]) => Promise<string>;
  readonly env: () => NodeJS.ProcessEnv;
}

interface Options {
  /** Name of the compose project, unique among running stacks. */
  readonly name: string;
  readonly subnet: string;
  readonly env?: Record<string, string>;
  readonly folder?: string;
  readonly base?: string;
  readonly testCalls?: boolean;
  /** Addresses of nginx. Defaults to free ports. */
  readonly published?: { readonly host: string; readonly port: number; readonly managementPort: number };
}

export async function startStack({
  name,
  subnet,
  env = {},
  folder = root,
  base = BASE_PATH,
  testCalls = true,
  published,
}: Options): Promise<Stack> {
  const { host, port } = published ?? { host: '127.0.0.1', port: await freePort() };
  const files = [
    'docker-compose.yml',
    ...(testCalls ? ['nginx/platform/test/stack/compose.test-calls.yml'] : []),
  ];
  const addresses = published && { MANAGEMENT_BIND: `${host}:${published.managementPort}` };
  const composeEnv = () => ({
    ...process.env,
    COMPOSE_PROJECT_NAME: name,
    COMPOSE_FILE: files.map((file) => `${folder}/${file}`).join(':'),
    PORT: `${host}:${port}`,
    SUBNET: subnet,
    ...addresses,
    ...env,
  });
  const compose = async (...args: string[]) => {
    const options = { cwd: folder, env: composeEnv(), maxBuffer: 1 << 26 };
    return (await run('docker', ['compose', ...args], options)).stdout;
  };
  await compose('up', '--build', '--wait', '--quiet-pull');
  await waitForStatus(`http://${host}:${port}${base}/api/status`);
  const management = `http://${(await compose('port', 'nginx', '9001')).trim()}`;
  return {
    port,
    management,
    compose,
    env: composeEnv,
    stop: async () => void (await compose('down', '--volumes', '--remove-orphans', '--timeout', '2')),
  };
}
