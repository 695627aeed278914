import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { buildApp, type Parts } from '../src/app.ts';
import { readConfig, type Config } from '../src/config.ts';
import { testCalls } from './test-calls.ts';
import { API_PATH } from '#contract/constants.ts';

/** The production application with the test calls, silent; closed when the test ends. */
export async function testApp(over: Partial<Config> = {}, parts: Parts = {}): Promise<FastifyInstance> {
  const app = await buildApp({ ...readConfig({}), logLevel: 'silent', ...over }, parts);
  await app.register(testCalls, { prefix: API_PATH });
  onTestFinished(() => app.close());
  return app;
}

/** A log that a test can read: its lines, parsed. */
export function logLines(): { lines: Record<string, unknown>[]; stream: Writable } {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  return { lines, stream };
}
