import { expect, test } from 'vitest';
import { bodyOf, type Payload } from './body-of.ts';
import { textsOf } from './texts-of.ts';

const text = { type: 'string' };
const schema = {
  required: ['code'],
  properties: {
    title: { ...text, minLength: 1 },
    code: { ...text, minLength: 4 },
    note: text,
    nickname: { anyOf: [{ ...text, minLength: 2 }, { type: 'null' }] },
    count: { type: 'integer' },
    grade: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    level: { anyOf: [{ const: 1 }, { const: 2 }] },
    done: { type: 'boolean' },
    day: { ...text, format: 'date' },
    at: { ...text, format: 'date-time' },
    tags: { type: 'array', items: { ...text, minLength: 1 } },
    size: { properties: { height: { type: 'number' }, unit: { ...text, minLength: 1 } } },
    rows: { type: 'array', items: { properties: { name: text, count: { type: 'integer' } } } },
  },
};

const everything = () => true;
const body = (payload: Payload, initial?: unknown, isShown: (name: string) => boolean = everything) =>
  bodyOf(schema, payload, initial, { locale: 'de', isShown });
const only = (...shown: readonly string[]) => ({
  of: (payload: Payload, initial?: unknown) =>
    body(payload, initial, (name) => shown.some((one) => one.startsWith(name))),
});

test('texts become the body that the schema describes, in the language of the person', () => {
  const payload = {
    ...{ title: 'A title', count: '1.234', grade: '1,5', level: '2', done: 'true', day: '2026-11-21' },
    ...{ tags: ['a', 'b'], size: { height: '2' }, rows: [{ name: 'x', count: '3' }], unknown: 'x' },
  };
  expect(body(payload)).toMatchObject({
    ...{ title: 'A title', count: 1234, grade: 1.5, level: 2, done: true, day: '2026-11-21' },
    ...{ tags: ['a', 'b'], size: { height: 2 }, rows: [{ name: 'x', count: 3 }] },
  });
  expect(body(payload)).not.toHaveProperty('unknown');
});

test('an empty text is null or an empty text as the schema says, and left out otherwise', () => {
  const shown = only('title', 'note', 'nickname', 'grade', 'count', 'done', 'day', 'tags');
  const payload = { title: '', note: '', nickname: '', grade: '', count: '', day: '', tags: [''] };
  expect(shown.of(payload)).toEqual({ note: '', nickname: null, grade: null, done: false, tags: [''] });
});

test('an empty text that is required is sent to its own rule, and a field that is not shown is not', () => {
  expect(only('code').of({ code: '' })).toEqual({ code: '' });
  expect(only('title').of({ title: '' })).toEqual({});
});

test('a text that is no number and no time stays as it is', () => {
  expect(only('count', 'at').of({ count: 'many', at: 'soon' })).toEqual({ count: 'many', at: 'soon' });
});

test('a member that the form does not show keeps its initial value', () => {
  const initial = { title: 'Old', note: 'kept', done: true, size: { height: 2, unit: 'm' }, extra: 1 };
  expect(only('title', 'size.height').of({ title: 'New', size: { height: '3' } }, initial)).toEqual({
    ...{ title: 'New', note: 'kept', done: true, size: { height: 3, unit: 'm' } },
  });
});

test('a list that is shown without rows is empty', () => {
  expect(only('tags').of({}, { tags: ['a'] })).toEqual({ tags: [] });
  expect(only('tags').of({ tags: 'one' })).toEqual({ tags: ['one'] });
});

test('what the controls show becomes the same body again', () => {
  const value = {
    ...{
      code: '1234',
      title: 'A',
      note: '',
      nickname: null,
      count: 12_345,
      grade: -0.125,
      level: 1,
      done: false,
    },
    ...{ day: '2026-01-31', at: '2026-07-01T10:20:00.000Z', tags: ['x'], rows: [{ name: 'n', count: 1 }] },
    size: { height: 1.5, unit: 'm' },
  };
  const texts = textsOf(schema, { ...value, id: '7' }, 'de') as Payload;
  expect(texts).toMatchObject({ count: '12345', grade: '-0,125', done: 'false', size: { height: '1,5' } });
  expect(texts).not.toHaveProperty('id');
  expect(body(texts)).toEqual(value);
});
