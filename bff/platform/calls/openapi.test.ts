import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { calls, catalogue, roles } from '#platform/test/types/kit-contract.ts';
import { testApp } from '#platform/test/test-app.ts';
import { openapi } from './openapi.ts';
import { API_PATH } from '#platform/contract/api-path.ts';

const ofKit = openapi({ errors: catalogue, calls, permissionsOf: roles });

test('the OpenAPI document of a contract with every kind of call is valid', async () => {
  expect(await new Validator().validate(structuredClone(ofKit))).toEqual({ valid: true });
});

test('the OpenAPI document has all calls, with parameters, successes and errors', () => {
  const operations = Object.values(ofKit.paths).flatMap((path) => Object.values(path));
  expect(operations).toHaveLength(Object.keys(calls).length);
  expect(ofKit.paths['/parts']).toMatchObject({
    get: {
      operationId: 'listParts',
      parameters: expect.arrayContaining([
        { name: 'limit', in: 'query', required: false, schema: expect.objectContaining({ default: 20 }) },
      ]),
    },
    post: {
      requestBody: { content: { 'application/json': { schema: { additionalProperties: false } } } },
      responses: { 201: {}, 409: { content: { 'application/problem+json': {} } }, default: {} },
    },
  });
  expect(ofKit.paths['/parts/{partId}']).toMatchObject({
    put: { responses: { 200: {}, 201: {} } },
    delete: { responses: { 204: {} } },
  });
});

test('the OpenAPI document describes the fields and files of a form, with media types and limits', () => {
  const schema = {
    properties: { title: { type: 'string' }, scan: { items: { format: 'binary' }, maxItems: 3 } },
    required: ['title', 'pages', 'scan'],
  };
  const encoding = { scan: { contentType: 'image/png, application/pdf' } };
  const description = expect.stringContaining('at most 2000000 bytes');
  expect(ofKit.paths['/parts/{partId}/scans']).toMatchObject({
    post: { description, requestBody: { content: { 'multipart/form-data': { schema, encoding } } } },
  });
});

test('the OpenAPI document describes how an event stream fails', () => {
  const description = expect.stringContaining('an event `problem`');
  expect(ofKit.paths['/parts/changes']).toMatchObject({ get: { description } });
});

test('the OpenAPI document describes the limit of a call', () => {
  const description = expect.stringContaining('may make this call 10 times within 60000 milliseconds');
  const headers = { 'Retry-After': { schema: { type: 'integer' } } };
  expect(ofKit.paths['/parts']).toMatchObject({ post: { description, responses: { 429: { headers } } } });
  expect(ofKit.paths['/parts']).not.toMatchObject({ get: { responses: { 429: {} } } });
});

test('the OpenAPI document is served only if OPENAPI is set', async () => {
  const url = `${API_PATH}/openapi.json`;
  const served = (await (await testApp({ openapi: true })).inject(url)).json<typeof ofKit>();
  expect(Object.keys(served.paths)).toEqual(['/status']);
  expect((await (await testApp({ openapi: false })).inject(url)).statusCode).toBe(404);
});
