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

/** Loads the remark. `onSuccess` stores another remark, which the form shows only after a refetch. */
export const loader = () => ({ remark: sessionStorage.getItem('remark') ?? 'Late' });

export function Component({ data }: ScreenProps<typeof loader>) {
  const [saved, setSaved] = useState(0);
  return (
    <>
      <h1>Editing</h1>
      <BookingForm
        call="PUT /test/bookings/:id"
        request={{ params: { id: booking.id } }}
        initial={{ ...booking, ...data }}
        onSuccess={() => {
          sessionStorage.setItem('remark', 'Saved');
          setSaved((times) => times + 1);
        }}
      >
        <GuestFields />
        <OtherFields />
        <Lists />
        <BookingForm.Submit pending="Saving …">Save</BookingForm.Submit>
      </BookingForm>
      <p>Saved: {saved}</p>
      <Links />
    </>
  );
}
