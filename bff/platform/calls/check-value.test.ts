import Type from 'typebox';
import { expect, test } from 'vitest';
import { checkedSchemas, checkOf } from './check-value.ts';

test('checkOf fills in the defaults of a valid value, and prefixes the pointers of errors with the given pointer', () => {
  const title = Type.String({ minLength: 2, message: 'Too short.' });
  const schema = Type.Object({ title, size: Type.Integer({ minimum: 1, default: 1 }) });
  const check = checkOf(schema);
  expect(checkedSchemas).toContain(schema);
  expect(check({ title: 'ab' })).toEqual({ ok: true, value: { title: 'ab', size: 1 } });
  const errors = [
    { in: 'body', pointer: '/rows/3/title', rule: 'minLength', detail: 'Too short.' },
    { in: 'body', pointer: '/rows/3/size', rule: 'minimum', detail: 'must be >= 1', expected: 1 },
  ];
  expect(check({ title: '', size: 0 }, '/rows/3')).toEqual({ ok: false, errors });
  expect(() => checkOf(Type.Object({ day: Type.String({ format: 'day' }) }))).toThrow('no format day');
});
