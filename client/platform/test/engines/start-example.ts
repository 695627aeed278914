import { freePort, start, waitUntilStarted } from '@web/bff/platform/testing/processes';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { startTestProvider } from '@web/bff/platform/testing/test-provider';
import type { BuiltExample } from '#platform/test/build-example.ts';

/** Starts a BFF that can restart on the same port. */
export async function startRestartable(main: string, settings: Readonly<Record<string, string>> = {}) {
  const env = { PORT: String(await freePort()), ...settings };
  let bff = await startBff(env, main);
  return {
    origin: `http://127.0.0.1:${bff.port}`,
    output: () => bff.output(),
    restart: async () => {
      await bff.stop();
      bff = await startBff(env, main);
    },
    stop: () => bff.stop(),
  };
}

/** Starts the built example with a fake of the service that has the notes, and with sign-in at an OpenID provider. */
export async function startExample({ folder, main, settings }: BuiltExample) {
  const [port, notesPort, handbookPort] = [await freePort(), await freePort(), await freePort()];
  const [origin, notes] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${notesPort}`];
  const ports = { NOTES_PORT: String(notesPort), HANDBOOK_PORT: String(handbookPort) };
  const services = start('node', ['bff/src/upstreams/run-fakes.ts'], ports, folder);
  await waitUntilStarted(services, `${notes}/notes?page=1`);
  const provider = await startTestProvider({
    applications: [`${origin}/web`],
    users: { ada: { name: 'Ada Lovelace', role: 'editor' } },
  });
  const bff = await startRestartable(main, {
    ...settings,
    ...provider.settings,
    PUBLIC_ORIGIN: origin,
    SESSION_SECRET: 'a-secret-of-this-test-and-of-no-other-one',
    UPSTREAM_NOTES: notes,
    PORT: String(port),
  });
  return {
    ...bff,
    /** Reads from the service that has the notes. */
    stored: (path: string) => fetch(notes + path),
    stop: async () => {
      await bff.stop();
      await provider.stop();
      await services.stop();
    },
  };
}
