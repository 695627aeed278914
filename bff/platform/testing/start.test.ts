import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#platform/app.ts';
import { readConfig } from '#platform/config.ts';
import { productModules } from '#platform/product-modules.ts';
import { settings } from '#platform/product/settings.ts';
import { fakesOf } from './fakes.ts';
import { upstreamErrors } from './upstream-errors.ts';
import { productEnv } from './product-env.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import { openapi } from '#platform/calls/openapi.ts';
import { bodyValidator } from '#platform/calls/validation.ts';
import type { Call } from '#platform/contract/call.ts';
import { isNonJson } from '#platform/contract/content.ts';
import { declaredValue } from '#platform/schema/declared-value.ts';

const { upstreams, services } = productModules;

test('the application starts with the product’s modules, and GET /status returns 200', async () => {
  const env = { ...productEnv('http://127.0.0.1:9'), LOG_LEVEL: 'silent' };
  // Replaces the services by fakes, because opening a service may need a server.
  const fakes = fakesOf('services', Object.keys(services)).map(([name, fake]) => [name, () => fake]);
  const app = await buildApp(readConfig(env, { upstreams, settings }), {
    services: Object.fromEntries(fakes),
  });
  onTestFinished(() => app.close());
  expect((await app.inject(`${API_PATH}/status`)).statusCode).toBe(200);
});

// In production, they are compiled at their first use.
test('the schemas of all calls can be compiled', () => {
  for (const [key, { params, query, headers, body, responses }] of Object.entries<Call>(
    productModules.calls,
  )) {
    for (const schema of [params, query, headers, body])
      if (schema && !isNonJson(schema))
        expect([key, typeof bodyValidator(schema)({})]).toEqual([key, 'boolean']);
    for (const content of Object.values(responses)) {
      const schema = isNonJson(content) ? content.kind === 'events' && content.data : content;
      if (schema) expect([key, typeof declaredValue(schema)]).toEqual([key, 'function']);
    }
  }
});

test('each response schema of an upstream has only keywords that validation enforces', () => {
  expect(upstreamErrors(upstreams)).toEqual([]);
});

test('the OpenAPI document is valid', async () => {
  expect(await new Validator().validate(structuredClone(openapi(productModules)))).toEqual({ valid: true });
});
