import { Values } from '#platform/forms/values.tsx';
import { Links } from './links.tsx';
import { BookingForm, GuestFields, Lists, OtherFields, PeriodFields } from './booking-form.tsx';

export function Component() {
  return (
    <>
      <h1>Booking</h1>
      <BookingForm call="POST /test/bookings" clears>
        <GuestFields />
        <PeriodFields />
        <OtherFields />
        <Lists />
        <Values of={BookingForm}>{(values) => <p data-testid="values">{JSON.stringify(values)}</p>}</Values>
        <BookingForm.Submit pending="Booking …">Book</BookingForm.Submit>
      </BookingForm>
      <Links />
    </>
  );
}
