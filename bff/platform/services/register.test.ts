import { expect, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { logEntries, testApp } from '#platform/test/test-app.ts';
import { testModules } from '#platform/test/test-modules.ts';
import { defineService } from './define-service.ts';

test('services are opened once, in order, and closed in reverse order', async () => {
  const events: string[] = [];
  const service = (name: string) =>
    defineService(async ({ settings }) => {
      events.push(`open ${name} with ${JSON.stringify(settings)}`);
      return { greet: () => `hello from ${name}`, close: async () => events.push(`close ${name}`) };
    });
  const services = { mailer: service('mailer'), cache: service('cache') };
  const handlers = {
    'GET /status': ({ services: { mailer }, settings }: { services: never; settings: object }) => ({
      name: (mailer as { greet: () => string }).greet(),
      version: JSON.stringify(settings),
      startedAt: '2026-11-21T00:00:00Z',
      dependencies: [],
    }),
  };
  const settings = { MAIL_FROM: 'a@example.org' };
  const app = await testApp({ settings }, { ...testModules, services, handlers });
  for (let round = 0; round < 2; round += 1)
    expect((await app.inject(`${API_PATH}/status`)).json()).toMatchObject({
      name: 'hello from mailer',
      version: JSON.stringify(settings),
    });
  await app.close();
  const opened = JSON.stringify(settings);
  expect(events).toEqual([
    `open mailer with ${opened}`,
    `open cache with ${opened}`,
    'close cache',
    'close mailer',
  ]);
});

test('startup fails if a service cannot be opened; the cause is only in the log, without secrets', async () => {
  const { entries, stream } = logEntries();
  const services = {
    broken: defineService(() => Promise.reject(new Error('smtp://me:hunter2-hunter2@mail refused'))),
  };
  const start = testApp(
    { logLevel: 'fatal', secrets: ['hunter2-hunter2'] },
    { ...testModules, services, logTo: stream },
  );
  await expect(start).rejects.toThrow(
    'bff/src/services/all.ts: failed to open the service broken; see the log',
  );
  expect(entries).toMatchObject([
    { msg: 'failed to open the service broken', err: { message: 'smtp://me:[secret]@mail refused' } },
  ]);
});

test('the log redacts secrets in every part of a line', async () => {
  const { entries, stream } = logEntries();
  const secret = 'hunter2 "quoted"/x';
  const app = await testApp(
    { logLevel: 'info', secrets: [secret], settings: { KEY: secret } },
    { logTo: stream },
  );
  app.log.info({ settings: app.settings, err: new Error(`refused ${secret}`) }, `with ${secret}`);
  app.log.info(`https://things/?key=${encodeURIComponent(secret)}`);
  await app.inject(`${API_PATH}/nope/${encodeURIComponent(secret)}`);
  expect(entries).toHaveLength(3);
  expect(JSON.stringify(entries)).not.toMatch(/hunter2/);
  expect(entries[0]).toMatchObject({ msg: 'with [secret]', settings: { KEY: '[secret]' } });
});
