import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { freePort, root, type Running } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';
import { noteTokens } from '@web/bff/test/session/note-tokens';
import { startValkey } from '@web/bff/test/session-store/start-valkey';
import { client, fetchFromHere, startTestProvider } from '@web/bff/test/session/test-provider';
import { testBundle } from '@web/bff/test/start-bff';
import { startNginx } from '../start-nginx.ts';
import { Browser, type EntryPoint } from './browser.ts';
import { Secrets } from './secrets.ts';
import { startReplica } from './start-replica.ts';
import { startTokenService } from './token-service.ts';

/** What a browser sees behind an ingress that terminates TLS. */
export const PUBLIC_ORIGIN = 'https://app.example';
const SESSION_SECRET = 'a-secret-of-this-test-and-of-no-other-one';

const people = { ann: { name: 'Ann', role: 'reader' }, bo: { name: 'Bo', role: 'keeper' } };

type Between = (next: () => void, request: IncomingMessage) => void;

/** Starts a product with sign-in as it is deployed: two BFFs with one Valkey, nginx before them, a provider, and a service that takes tokens. */
export async function startProduct(options: { readonly stripsPrefix?: boolean } = {}) {
  const running: Running[] = [];
  const keep = <R extends Running>(started: R): R => {
    running.push(started);
    return started;
  };
  const project = await productWithSession();
  const main = testBundle('sessions');
  const store = keep(await startValkey());
  const service = keep(await startTokenService());
  const providerPort = await freePort();
  const strips = { INGRESS_STRIPS_PREFIX: String(options.stripsPrefix ?? false) };
  const env = {
    SESSION_STORE: store.url.href,
    SESSION_SECRET,
    ...strips,
    OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_SCOPES: 'openid profile offline_access',
    UPSTREAM_MINE: service.address,
    UPSTREAM_OURS: service.address,
  };
  const replicas = [keep(await startReplica(main, env)), keep(await startReplica(main, env))] as const;
  const nginx = keep(
    await startNginx({
      bffPort: replicas[0].port,
      otherBffPorts: [replicas[1].port],
      project,
      env: strips,
    }),
  );
  const address = `http://127.0.0.1:${nginx.port}`;

  const secrets = new Secrets(client.secret, SESSION_SECRET);
  let accessSeconds = 300;
  const provider = keep(
    await startTestProvider({
      port: providerPort,
      applications: [address, PUBLIC_ORIGIN, ...replicas.map((replica) => replica.address)].map(
        (origin) => `${origin}/web`,
      ),
      people,
      accessSeconds: () => accessSeconds,
      configuration: {
        fetch: (url, init) => {
          secrets.addLogoutToken(new URLSearchParams(init?.body as URLSearchParams));
          return fetchFromHere(url, init);
        },
      },
    }),
  );
  let between: Between = (next) => next();
  provider.intercept = (request, response, next) => {
    if (request.url === '/token') noteTokens(response, (token, kind) => secrets.addToken(token, kind));
    between(next, request);
  };

  const browsers: Browser[] = [];
  const logs = async () => [await nginx.logs(), ...replicas.map(({ log }) => log())].join('\n');
  return {
    address,
    replicas,
    nginx,
    provider,
    service,
    store,
    browser: (at: EntryPoint = { address }) => {
      const browser = new Browser(at);
      browsers.push(browser);
      return browser;
    },
    /** How long the next access tokens are valid. */
    setAccessSeconds: (seconds: number) => (accessSeconds = seconds),
    /** Stands between the provider and who asks it. */
    intercept: (how: Between = (next) => next()) => (between = how),
    logs,
    leaked: async () => secrets.leaked(await logs(), browsers),
    stop: async () => {
      for (const process of running.toReversed()) await process.stop();
      await rm(project, { recursive: true, force: true });
    },
  };
}

/** A copy of the project whose contract has a session, for nginx, which is built with it. */
async function productWithSession(): Promise<string> {
  const project = await scratchCopy();
  // Debian's nginx reads the files as another user.
  await chmod(project, 0o755);
  await cp(join(root, 'client/dist'), join(project, 'client/dist'), { recursive: true });
  const contract = join(project, 'bff/src/contract/session.ts');
  const own = await readFile(contract, 'utf8');
  const declared = own.replace(
    /export const session = [^;]+;/,
    'export const session = defineSession({ person: Type.Object({}), private: Type.Object({}) });',
  );
  if (declared === own) throw new Error('bff/src/contract/session.ts is not as it was');
  const imports = `import Type from 'typebox';\nimport { defineSession } from './kit/session/define-session.ts';\n`;
  await writeFile(contract, imports + declared);
  return project;
}
