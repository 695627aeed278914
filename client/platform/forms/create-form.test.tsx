import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import Type from 'typebox';
import { expect, test, vi } from 'vitest';
import type { errors } from '@web/bff/platform/contract/product/errors';
import { Booking, type formCalls } from '@web/bff/platform/test/calls/form-calls';
import { Field } from './elements/field.tsx';
import { createForm } from './create-form.tsx';
import type { CreateForm } from './form-types.ts';

vi.mock('#platform/api/use-call.ts', () => ({ useCall: () => [() => undefined, { pending: false }] }));

const Form = (createForm as unknown as CreateForm<typeof formCalls, typeof errors>)(
  'POST /test/bookings',
  Booking,
);

const render = (children: ReactNode) => renderToString(<Form>{children}</Form>);

test('a field gets its name, type and input mode from its schema', () => {
  const html = render(
    <>
      <Form.Field name="guest.address.city" label="City" />
      <Form.Field name="arrival" label="Arrival" />
      <Form.Field name="price" label="Price" />
      <Form.Field name="tags.0" label="First tag" />
    </>,
  );
  for (const part of [
    'name="guest.address.city"',
    'type="datetime-local"',
    'inputMode="decimal"',
    'name="tags[0]"',
  ])
    expect(html).toContain(part);
});

test('a field is described by its hint and its error, and an error makes it invalid', () => {
  const html = renderToString(<Field name="x" label="X" hint="Hint" error="Wrong" />);
  const [, described = ''] = /aria-invalid="true" aria-describedby="([^"]+)"/.exec(html) ?? [];
  const texts = described.split(' ').map((id) => html.split(`id="${id}">`)[1]?.split('<')[0]);
  expect(texts).toEqual(['Hint', 'Wrong']);
  expect(renderToString(<Field name="x" label="X" />)).toContain('aria-invalid="false"');
});

test('an unknown field name throws an error that lists the known names', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  expect(() => render(<Form.Field name={'guest.nmae' as 'pin'} label="x" />)).toThrow(
    'POST /test/bookings: the body has no field guest.nmae, only name, regular, address',
  );
});

const Kind = (kind: string, more: object) => Type.Object({ kind: Type.Literal(kind), ...more });
const Range = Type.Tuple([Type.Number(), Type.Number()]);
const [One, Other] = [Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })];

test.each([
  [
    'a tuple',
    Type.Object({ spans: Type.Array(Range) }),
    '/spans/0: a form has no control for a tuple; use an object',
  ],
  [
    'a union of objects without a discriminator',
    Type.Object({ a: Type.Union([One, Other]) }),
    '/a: a form cannot tell the parts',
  ],
  [
    'two branches with the same constant',
    Type.Union([Kind('x', {}), Kind('x', {})]),
    'a form cannot tell the parts',
  ],
  [
    'an optional discriminator',
    Type.Union([Type.Partial(Kind('x', {})), Kind('y', {})]),
    'a form cannot tell the parts',
  ],
  [
    'a union of lists',
    Type.Object({ a: Type.Union([Type.Array(One), Type.Array(Other)]) }),
    '/a: a form cannot',
  ],
  [
    'a union of a list and a string',
    Type.Object({ a: Type.Union([Type.Array(Type.String()), Type.String()]) }),
    '/a: a form cannot',
  ],
  [
    'a union of a string and a number',
    Type.Object({ a: Type.Union([Type.String(), Type.Number()]) }),
    '/a: a form cannot tell which type',
  ],
])('createForm throws for %s', (_, schema, reason) => {
  expect(() => createForm('POST /x' as never, schema as never)).toThrow(`createForm("POST /x"): ${reason}`);
});

test.each([
  [
    'a default with a member `items`',
    Type.Object({ items: Type.Array(Type.String()) }, { default: { items: ['a'] } }),
  ],
  [
    'a discriminated union',
    Type.Union([Kind('x', { a: Type.String() }), Kind('y', { a: Type.Number() }), Type.Null()]),
  ],
  ['a nullable object', Type.Object({ a: Type.Union([One, Type.Null()]) })],
  ['constants and a number', Type.Object({ a: Type.Union([Type.Literal('auto'), Type.Integer()]) })],
  [
    'strings of two formats',
    Type.Object({ a: Type.Union([Type.String({ format: 'ipv4' }), Type.String({ format: 'ipv6' })]) }),
  ],
])('createForm accepts %s', (_, schema) => {
  expect(() => createForm('POST /x' as never, schema as never)).not.toThrow();
});
