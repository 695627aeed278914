import { connect, type AddressInfo, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { buildApp } from '#platform/app.ts';
import { readConfig, type Config } from '#platform/config.ts';
import type { ProductModules } from '#platform/product-modules.ts';
import { testCalls } from './calls/test-calls.ts';
import { testModules } from './test-modules.ts';
import { API_PATH } from '#platform/contract/api-path.ts';

/** Builds the production application with `testModules`, the test calls and no log. Closes it at the end of the test. */
export async function testApp(
  config: Partial<Config> = {},
  modules: Partial<ProductModules> = {},
): Promise<FastifyInstance> {
  const app = await buildApp(
    { ...readConfig({}), logLevel: 'silent', ...config },
    { ...testModules, ...modules },
  );
  await app.register(testCalls, { prefix: API_PATH });
  onTestFinished(() => app.close());
  return app;
}

/** Opens a TCP connection to the application, to send invalid HTTP. */
export async function rawConnection(app: FastifyInstance): Promise<Socket> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  return socket;
}

export function logEntries(): { entries: Record<string, unknown>[]; stream: Writable } {
  const entries: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      entries.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  return { entries, stream };
}
