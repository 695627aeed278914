import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { errors } from '@web/bff/platform/contract/product/errors';
import { Booking, type formCalls } from '@web/bff/platform/test/calls/form-calls';
import { Field } from './elements/field.tsx';
import { createForm } from './create-form.tsx';
import type { CreateForm } from './form-types.ts';

vi.mock('react-router-dom', () => ({ useRevalidator: () => undefined }));
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

test('a form opens with a stored value that the body’s enum no longer has', () => {
  // From a response whose schema is Type.Union([Kind, Type.String()]).
  const stored: { readonly kind: string; readonly beds: number } = { kind: 'bunk', beds: 2 };
  const html = renderToString(
    <Form initial={{ rooms: [stored] }}>
      <Form.List name="rooms" legend="Rooms" item="Room" add="Add">
        {(Room) => (
          <>
            <Room.Field name="kind" label="Kind" />
            <Room.Field name="beds" label="Beds" />
          </>
        )}
      </Form.List>
    </Form>,
  );
  expect(html).toContain('value="bunk"');
  expect(html).toContain('value="2"');
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
