import { rm } from 'node:fs/promises';
import { freePort } from '@web/bff/platform/testing/processes';
import { startTestProvider } from '@web/bff/platform/testing/test-provider';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { testBundles } from '@web/bff/platform/test/test-bundles';
import { buildTestScreens, testScreenOverrides } from '#platform/test/screens/build-test-screens.ts';

const overrides = {
  ...testScreenOverrides,
  'engines/app/screens.ts': 'client/src/app/screens.ts',
  'engines/app/permissions.ts': 'bff/src/contract/permissions.ts',
  'engines/app/contract-calls.ts': 'bff/src/contract/calls/all.ts',
  'session/app/contract-session.ts': 'bff/src/contract/session.ts',
};

/** Starts the test screens with sign-in at an OpenID provider. `restart` restarts the BFF on the same port. */
export async function startEngineScreens() {
  const { folder, main } = await buildTestScreens(overrides, undefined, testBundles.sessions);
  const [port, managementPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const provider = await startTestProvider({
    applications: [`${origin}/web`],
    users: { ann: { name: 'Ann', role: 'reader' } },
  });
  const env = {
    ...provider.settings,
    PUBLIC_ORIGIN: origin,
    SESSION_SECRET: 'a-secret-of-this-test-and-of-no-other-one',
    UPSTREAM_MINE: provider.issuer,
    UPSTREAM_OURS: provider.issuer,
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort),
  };
  let bff = await startBff(env, main);
  return {
    origin,
    output: () => bff.output(),
    restart: async () => {
      await bff.stop();
      bff = await startBff(env, main);
    },
    stop: async () => {
      await bff.stop();
      await provider.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
