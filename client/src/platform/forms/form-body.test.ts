import { expect, test } from 'vitest';
import { invalidFieldMessage } from '#platform/messages/invalid-fields.ts';
import { bodyOf } from './form-body.ts';

const schema = {
  properties: {
    title: { type: 'string' },
    count: { type: 'integer' },
    grade: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    done: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    size: { properties: { height: { type: 'number' } } },
  },
};

const form = (entries: readonly (readonly [string, string])[]) => {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
};

test('a form becomes the body that its schema describes', () => {
  const data = form([
    ['title', 'A title'],
    ['count', '3'],
    ['grade', '1.5'],
    ['done', 'on'],
    ['tags', 'a'],
    ['tags', 'b'],
    ['size.height', '2'],
    ['unknown', 'x'],
  ]);
  const body = { title: 'A title', count: 3, grade: 1.5, done: true, tags: ['a', 'b'], size: { height: 2 } };
  expect(bodyOf(schema, data)).toEqual(body);
});

test('an empty field is left out, and a text that is not a number stays as it is', () => {
  expect(
    bodyOf(
      schema,
      form([
        ['title', ''],
        ['count', 'many'],
      ]),
    ),
  ).toEqual({ count: 'many', done: false, tags: [] });
});

test('every keyword has a message', () => {
  expect(invalidFieldMessage('required')).toBe('Please fill this in.');
  expect(invalidFieldMessage('maxLength', 80)).toBe('At most 80 characters.');
  expect(invalidFieldMessage('pattern', 'x')).toBe('This is not valid.');
});
