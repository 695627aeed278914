import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { errors } from '@web/bff/contract/errors';
import type { formCalls } from '@web/bff/test/form-calls';
import { createForm } from './create-form.tsx';
import type { CreateForm } from './form-types.ts';

// A form that is not sent.
vi.mock('#platform/api/use-call.ts', () => ({ useCall: () => [() => undefined, { pending: false }] }));

const Booking = (createForm as unknown as CreateForm<typeof formCalls, typeof errors>)('POST /test/bookings');

const render = (children: ReactNode) => renderToString(<Booking>{children}</Booking>);

test('a field has the name, the kind and the keyboard that its schema asks for', () => {
  const html = render(
    <>
      <Booking.Field name="guest.address.city" label="City" />
      <Booking.Field name="arrival" label="Arrival" />
      <Booking.Field name="price" label="Price" />
      <Booking.Field name="tags.0" label="First tag" />
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

test('a name that the schema does not have throws, and names those that it has', () => {
  // React reports the error, too.
  vi.spyOn(console, 'error').mockReturnValue();
  expect(() => render(<Booking.Field name={'guest.nmae' as 'pin'} label="x" />)).toThrow(
    'POST /test/bookings: there is no field guest.nmae in the body, but name, regular, address',
  );
});

test('a form whose call the build has not seen is refused', () => {
  const untyped = { createForm: createForm as unknown as (key: string) => unknown };
  expect(() => untyped.createForm('POST /test/bookings')).toThrow('the build has not seen this call');
});
