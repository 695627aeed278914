import { beforeAll, expect, test } from 'vitest';
import { signIn } from '@web/bff/platform/test/session/at-provider';
import { applicationAt, Visitor } from '@web/bff/platform/test/session/visitor';
import { startValkey } from '@web/bff/platform/test/session-store/start-valkey';
import { testBundle } from '@web/bff/platform/test/test-bundles';
import { run } from '@web/bff/platform/testing/processes';
import { startBff, type RunningBff } from '@web/bff/platform/testing/start-bff';
import { startTestProvider } from '@web/bff/platform/testing/test-provider';
import { startServer } from '#platform/testing/start-server.ts';
import { startPrometheus } from './start-prometheus.ts';
import { stopAfterAll } from './stop-after-all.ts';

const started = stopAfterAll();
let valkey: Awaited<ReturnType<typeof startValkey>>;
let bffs: readonly [RunningBff, RunningBff];
let firing: () => Promise<string[]>;

const host = { host: 'localhost' };
const visitorOf = ({ port }: RunningBff, cookies?: Visitor['cookies']) =>
  new Visitor(applicationAt(`http://127.0.0.1:${port}`), host, cookies);
const configureValkey = (setting: string, value: string) =>
  run('redis-cli', ['-p', valkey.url.port, 'config', 'set', setting, value]);
const signInByForm = (visitor: Visitor) =>
  visitor.call('POST /sign-in', { subject: 'ann', role: 'reader', name: 'Ann' });

/** Starts two BFFs with different secrets, a wrong secret of the OpenID client, and an upstream that sends HTML. */
beforeAll(async () => {
  valkey = started(await startValkey());
  const users = { ann: { name: 'Ann', role: 'reader' } };
  const provider = started(await startTestProvider({ applications: ['http://localhost/web'], users }));
  const html = await startServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>'),
  );
  const upstream = `http://127.0.0.1:${started(html).port}`;
  const start = async (secret: string) =>
    started(
      await startBff(
        {
          ...provider.settings,
          OIDC_CLIENT_SECRET: 'a-wrong-secret',
          PUBLIC_ORIGIN: 'http://localhost',
          SESSION_STORE_URL: valkey.url.href,
          SESSION_SECRET: secret.repeat(40),
          UPSTREAM_MINE: upstream,
          UPSTREAM_OURS: upstream,
          LOG_LEVEL: 'info',
        },
        testBundle('sessions'),
      ),
    );
  bffs = [await start('a'), await start('b')];
  ({ firing } = started(await startPrometheus({ bff: bffs.map(({ managementPort }) => managementPort) })));
});

/** Faults by the alert that names them, with the text of the log line. `plant` runs once, `act` until the alert fires. */
const faults: Readonly<
  Record<
    string,
    {
      readonly plant?: () => Promise<unknown>;
      readonly act: () => Promise<unknown>;
      readonly line: string;
      readonly heal?: () => Promise<unknown>;
    }
  >
> = {
  SignInsFail: {
    act: async () => signIn(visitorOf(bffs[0]), 'ann'),
    line: 'the provider responded with 401 invalid_client: check',
  },
  UpstreamFails: {
    act: async () => visitorOf(bffs[0]).call('GET /token'),
    line: 'sent text/html instead of JSON',
  },
  SessionsUnreadable: {
    act: async () => {
      const visitor = visitorOf(bffs[0]);
      await signInByForm(visitor);
      await visitorOf(bffs[1], visitor.cookies).call('GET /things');
    },
    line: 'cannot decrypt a stored session',
  },
  SessionStoreDown: {
    plant: async () => {
      await configureValkey('maxmemory', '1');
      await signInByForm(visitorOf(bffs[0]));
    },
    // Reads succeed.
    act: async () => visitorOf(bffs[0]).call('GET /who'),
    line: 'OOM command not allowed',
    heal: async () => configureValkey('maxmemory', '0'),
  },
};

test.each(Object.entries(faults))(
  '%s fires for its fault, whose cause is in the log',
  async (alert, { plant, act, line, heal }) => {
    await expect.poll(firing).not.toContain(alert);
    await plant?.();
    const isFiring = async () => {
      await act();
      return firing();
    };
    await expect.poll(isFiring, { interval: 500 }).toContain(alert);
    expect(bffs.map(({ output }) => output()).join('\n')).toContain(line);
    if (!heal) return;
    await heal();
    await expect.poll(firing).not.toContain(alert);
  },
);
