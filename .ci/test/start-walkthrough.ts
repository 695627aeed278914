import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { client, startTestProvider } from '@web/bff/test/session/test-provider';
import { startBff } from '@web/bff/test/start-bff';
import { freePort, root, run } from '@web/bff/test/processes';
import { fillIn } from './fill-in.ts';
import { startWalkthroughService } from './walkthrough-service.ts';

const NOTES_KEY = 'the-key-of-the-notes';
const people = { ada: { name: 'Ada Lovelace', role: 'editor' } };

/** Builds and starts what the walkthroughs of the documents make, with the services and the provider that it needs. */
export async function startWalkthrough() {
  const folder = await fillIn('bff/WALKTHROUGH.md', 'client/WALKTHROUGH.md');
  // As client/WALKTHROUGH.md says.
  await rm(join(folder, 'client/src/features/specification'), { recursive: true });
  const german = join(root, 'client/test/languages/de/platform');
  await cp(german, join(folder, 'client/src/messages/de/platform'), { recursive: true });
  // As bff/WALKTHROUGH.md says.
  const settings = join(folder, 'nginx/ingress/kubernetes/base/kustomization.yaml');
  const store = '      - LOG_LEVEL=info\n      - SESSION_STORE=redis://valkey:6379\n';
  const declared = await readFile(settings, 'utf8');
  await writeFile(settings, declared.replace('      - LOG_LEVEL=info\n', store));
  await run('node', ['client/vite/build.ts'], { cwd: folder });
  // The application starts before the provider, whose port is known.
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const service = await startWalkthroughService(NOTES_KEY, issuer);
  const env = {
    UPSTREAM_NOTES: service.origin,
    UPSTREAM_ACCOUNTS: service.origin,
    NOTES_KEY,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_SCOPES: 'openid profile offline_access',
  };
  const application = await startBff(env, join(folder, 'bff/dist/main.js'));
  const origin = `http://127.0.0.1:${application.port}`;
  const provider = await startTestProvider({ port, people, applications: [`${origin}/web`] });
  return {
    /** The copy of the project with the product. */
    folder,
    origin,
    service,
    stop: async () => {
      await application.stop();
      await provider.stop();
      service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
