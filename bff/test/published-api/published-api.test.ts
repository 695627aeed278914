import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { calls, codeOf, errors, fieldNames, inexpressible, roles } from './contract.ts';
import { largestTag, operations, type Operation } from './document.ts';
import { fillings } from './fillings.ts';
import { breaches, sample, secret } from './sample.ts';
import { ANSWER, upstream, type Asked } from './upstream.ts';
import { API_PATH } from '#contract/constants.ts';
import { fill } from '#platform/fill.ts';
import { openapi } from '#platform/openapi.ts';

const SEEDS = 6;

let app: FastifyInstance;
let asked: Asked[];
let close: () => void;
const given: { query?: Record<string, unknown>; body?: unknown }[] = [];

beforeAll(async () => {
  const { server, origin, asked: all } = await upstream();
  [asked, close] = [all, () => server.close()];
  app = await buildApp({ ...readConfig({}), logLevel: 'silent' }, { permissionsOf: roles });
  await app.register(fill(errors, calls, fillings(origin, given)), { prefix: API_PATH });
});
afterAll(async () => {
  await app.close();
  close();
});

interface Sent {
  readonly status: number;
  readonly seed: number;
  readonly body?: unknown;
  readonly query?: Record<string, unknown>;
}

const part = ({ parameters }: Operation, place: string, seed: number) =>
  Object.fromEntries(
    parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, sample(schema, seed)]),
  );

function send(operation: Operation, { status, seed, ...over }: Sent) {
  const params = part(operation, 'path', seed);
  const query = over.query ?? part(operation, 'query', seed);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const body = 'body' in over ? over.body : operation.body && sample(operation.body.schema, seed);
  return app.inject({
    method: operation.method,
    url: `${API_PATH}${path}?${search.toString()}`,
    headers: { 'x-requested-by': 'test', [ANSWER]: `${status} ${seed}` },
    ...(operation.body && { payload: body as object }),
  });
}

const firstSuccess = ({ replies }: Operation) => [...replies.keys()].find((status) => status < 400) ?? 200;
const seeds = Array.from({ length: SEEDS }, (_none, seed) => seed);
const answers = operations.flatMap((operation) =>
  [...operation.replies].map(([status, reply]) => ({ operation, id: operation.id, status, reply })),
);
const successes = answers.filter(({ status }) => status < 400);
const failures = answers.filter(({ status }) => status >= 400);
const withBody = operations.flatMap(({ body, ...rest }) =>
  body ? [{ id: rest.id, operation: { ...rest, body }, schema: body.schema }] : [],
);

test('the part is the largest tag of the document, and every call of it is in the contract', () => {
  expect(largestTag).toBe('integrations');
  expect(Object.keys(calls)).toHaveLength(operations.length);
  expect([operations.length, successes.length, failures.length, withBody.length]).toEqual([34, 38, 13, 9]);
});

test('there is nothing in it that the contract cannot express', () => {
  expect(inexpressible).toEqual([]);
});

test.each(successes)(
  '$id: $status leaves as the upstream sent it, without what the document does not name',
  async ({ operation, status, reply }) => {
    for (const seed of seeds) {
      const answer = await send(operation, { status, seed });
      expect([answer.statusCode, answer.statusCode === status ? '' : answer.body]).toEqual([status, '']);
      expect(answer.body).not.toContain(secret.worth);
      if (!reply) expect(answer.body).toBe('');
      else {
        const sent = sample(reply.schema, seed);
        expect(breaches(reply.schema, sent)).toBe('');
        expect(answer.json()).toEqual(sent);
      }
    }
  },
);

test.each(failures)(
  '$id: $status arrives as a problem with its code and fields',
  async ({ operation, status, reply }) => {
    const answer = await send(operation, { status, seed: 1 });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({
      ...(sample(reply?.schema ?? {}, 1) as object),
      code: codeOf(status, reply),
      status,
    });
    expect(answer.body).not.toContain(secret.worth);
  },
);

test.each(withBody)('$id: a sound body reaches the upstream', async ({ operation, schema }) => {
  for (const seed of seeds) {
    const answer = await send(operation, { status: firstSuccess(operation), seed });
    expect([answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
      firstSuccess(operation),
      '',
    ]);
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toMatchObject(sample(schema, seed) as object);
  }
});

function pointers(answer: Awaited<ReturnType<typeof send>>): string[] {
  const { faults } = answer.json<{ faults: { pointer: string; rule: string }[] }>();
  return faults.map(({ pointer, rule }) => `${pointer} ${rule}`);
}

test.each(withBody)(
  '$id: a broken body is refused, and the place is named',
  async ({ operation, schema }) => {
    const sound = sample(schema, 1) as Record<string, unknown>;
    const refused = async (body: unknown, fault: RegExp) => {
      const answer = await send(operation, { status: firstSuccess(operation), seed: 1, body });
      expect([answer.statusCode, fault]).toEqual([422, fault]);
      expect(pointers(answer)).toContainEqual(expect.stringMatching(fault));
    };
    await refused({ ...sound, [secret.field]: 1 }, /^\/plantedField (additional|unevaluated)Properties$/);
    for (const name of (schema['required'] ?? []) as string[]) {
      const { [name]: _left, ...rest } = sound;
      await refused(rest, new RegExp(`^/${name} required$`));
    }
    for (const name of fieldNames(schema)) {
      const odd = { ...sound, [name]: 17.25e9 };
      if (breaches(schema, odd)) await refused(odd, new RegExp(`^/${name} `));
    }
  },
);

test.each(operations.map((operation) => ({ id: operation.id, operation })))(
  '$id: numbers and booleans of the query arrive as such, and an unknown field is refused',
  async ({ operation }) => {
    for (const seed of seeds) {
      const query = part(operation, 'query', seed);
      await send(operation, { status: firstSuccess(operation), seed, query });
      if (Object.keys(query).length > 0) expect(given.at(-1)?.query).toEqual(query);
    }
    if (!operation.parameters.some((one) => one.in === 'query')) return;
    const query = { ...part(operation, 'query', 1), [secret.field]: 'x' };
    const answer = await send(operation, { status: firstSuccess(operation), seed: 1, query });
    expect(answer.statusCode).toBe(400);
    expect(pointers(answer)).toEqual([`/${secret.field} additionalProperties`]);
  },
);

test('the OpenAPI document of this contract is valid, with schemas that refer to themselves', async () => {
  expect(JSON.stringify(calls)).toContain('"$ref":"#/$defs/');
  const made = openapi({ name: 'Published', version: '1.0.0', errors, calls, permissionsOf: roles });
  expect(await new Validator().validate(structuredClone(made))).toEqual({ valid: true });
});
