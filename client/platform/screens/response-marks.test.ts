import * as Type from 'typebox';
import { expect, test, vi } from 'vitest';
import { responseMarks } from './response-marks.tsx';

vi.mock('@web/bff/platform/contract/product/calls', () => {
  const Contact = Type.Union([
    Type.Object({ by: Type.Literal('email'), address: Type.String() }),
    Type.Object({ by: Type.Literal('sms'), phone: Type.String(), isMobile: Type.Boolean() }),
    Type.Null(),
  ]);
  const either = Type.Union([Type.String(), Type.Boolean()]);
  const responses = { 200: Type.Object({ contact: Contact, either }) };
  return { calls: { 'GET /x': { responses } } };
});

test('a union has the marks of all its objects, and a value that may be a Boolean cannot be read', () => {
  const marks = responseMarks('GET /x' as never) as unknown as Record<'contact' | 'either', object>;
  expect(marks.contact).toEqual({
    by: '{{contact.by}}',
    address: '{{contact.address}}',
    phone: '{{contact.phone}}',
  });
  expect(() => Reflect.get(marks.contact, 'isMobile')).toThrow('the Boolean contact.isMobile');
  expect(() => marks.either).toThrow('the Boolean either');
});
