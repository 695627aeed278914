import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSpecification } from './specification.ts';
import { pointsOf, type Sources } from './points.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

const nothing: Sources = {
  product: { name: 'X', purpose: null },
  screens: [],
  entities: {},
  states: {},
  permissionsOf: {},
  calls: {},
  errors: {},
  constants: { BASE_PATH: '/base', API_PATH: '/base/api' },
};
const pointOf = (number: number, sources: Partial<Sources>) => {
  const found = pointsOf({ ...nothing, ...sources })[number - 1];
  if (!found) throw new Error(`no point ${number}`);
  return found;
};

test('there are nine points in order, and the home of each exists', async () => {
  const { points } = await readSpecification();
  expect(points.map(({ title }) => title.split(' ')[0]?.toLowerCase())).toEqual([
    'purpose',
    'screens',
    'entities',
    'states',
    'validation',
    'roles',
    'calls',
    'error',
    'constants',
  ]);
  expect(points.filter(({ home }) => !existsSync(join(ROOT, home)))).toEqual([]);
});

test('the specification is read from the contract and is plain data', async () => {
  const { points } = await readSpecification();
  expect(JSON.parse(JSON.stringify(points))).toEqual(points);
  const names = points.flatMap((point) => point.established.map((fact) => fact.name));
  expect(names).toContain('anonymous');
  expect(names).toContain('BASE_PATH');
});

test('the specification lists the files that it was read from', async () => {
  const { files } = await readSpecification();
  expect(files).toContain(join(ROOT, 'bff/src/contract/errors.ts'));
  expect(files).toContain(join(ROOT, 'client/src/app/screens.ts'));
});

test('a point without content is empty', () => {
  for (const number of [1, 3, 4, 5]) expect(pointOf(number, {}).established).toEqual([]);
});

test('the platform’s errors are separate from the product’s', () => {
  const platform = { 'not-found': { status: 404, title: 'Not found' } };
  const before = pointOf(8, { errors: platform });
  expect(before.standing).toBe('1 platform error; no product errors yet');
  expect(before.established).toEqual([{ name: 'not-found', detail: '404 Not found', platform: true }]);
  const taken = { status: 409, title: 'Taken' };
  const after = pointOf(8, { errors: { ...platform, 'name-taken': taken } });
  expect(after.standing).toBe('1 platform error; 1 product error');
  expect(after.established[1]).toMatchObject({ name: 'name-taken', platform: false });
});

test('calls and screens have their whole public path', () => {
  const calls = { 'GET /status': { summary: 'Whether it answers' } };
  expect(pointOf(7, { calls }).established[0]?.name).toBe('GET /base/api/status');
  const screens = [{ path: '/a/:b', title: 'A' }];
  expect(pointOf(2, { screens }).established[0]).toEqual({
    name: '/base/a/:b',
    detail: 'A',
    platform: false,
  });
});

test('an entity lists its fields, and its fields list their rules', () => {
  const Note = {
    type: 'object',
    required: ['text'],
    rules: [{ field: '/marks', rule: 'marked', message: 'A long text needs a mark.' }],
    properties: {
      text: { type: 'string', minLength: 1, maxLength: 80 },
      marks: { type: 'array', maxItems: 3, items: { type: 'string', pattern: '^x' } },
    },
  };
  const entities = { './note.ts': { Note } };
  expect(pointOf(3, { entities }).established).toEqual([
    { name: 'Note', detail: 'text, marks?', platform: false },
  ]);
  expect(pointOf(5, { entities }).established.map(({ name, detail }) => [name, detail])).toEqual([
    ['Note', 'A long text needs a mark.'],
    ['Note.text', 'minLength 1, maxLength 80'],
    ['Note.marks', 'maxItems 3'],
    ['Note.marks[]', 'pattern "^x"'],
  ]);
});

test('a table of states lists its transitions', () => {
  const states = { './door.ts': { door: { open: { close: 'closed' }, closed: {} } } };
  expect(pointOf(4, { states }).established.map(({ name, detail }) => [name, detail])).toEqual([
    ['open', 'close → closed'],
    ['closed', 'final'],
  ]);
});

test('limits have their units', () => {
  const constants = { ...nothing.constants, limits: { BODY_BYTES: 1_048_576, CALL_MS: 10_000 } };
  const facts = pointOf(9, { constants }).established;
  expect(facts).toContainEqual({ name: 'BODY_BYTES', detail: '1 MiB', platform: true });
  expect(facts).toContainEqual({ name: 'CALL_MS', detail: '10 s', platform: true });
});
