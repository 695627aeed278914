import { useState } from 'react';
import type { ScreenProps } from '#platform/screens/screen-module.ts';
import { Links } from './links.tsx';
import { BookingForm, GuestFields, Lists, OtherFields } from './booking-form.tsx';

const booking = {
  id: '7',
  guest: { name: 'Ada', regular: true, address: { city: 'London' } },
  period: { from: '2026-01-01', to: '2026-01-02' },
  price: 1234.5,
  arrival: '2026-01-01T12:30:00.000Z',
  nickname: 'Countess',
  pin: '1234',
  tags: ['quiet', 'high'],
  rooms: [{ kind: 'twin', beds: 2 }],
} as const;

const saved = () => JSON.parse(sessionStorage.getItem('saved') ?? '{}') as object;

/** Loads the booking. The remark is changed by the service that saves it. */
export const loader = () => ({ ...booking, remark: 'Late', ...saved() });

export function Component({ data }: ScreenProps<typeof loader>) {
  const [times, setTimes] = useState(0);
  return (
    <>
      <h1>Editing</h1>
      <BookingForm
        call="PUT /test/bookings/:id"
        request={{ params: { id: booking.id } }}
        initial={data}
        onSuccess={({ body }) => {
          sessionStorage.setItem('saved', JSON.stringify({ ...body, remark: 'Saved' }));
          setTimes((times) => times + 1);
        }}
      >
        <GuestFields />
        <OtherFields />
        <Lists />
        <BookingForm.Submit pending="Saving …">Save</BookingForm.Submit>
      </BookingForm>
      <p>Saved: {times}</p>
      <Links />
    </>
  );
}
