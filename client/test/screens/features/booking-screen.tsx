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
        <BookingForm.Submit pending="Booking …">Book</BookingForm.Submit>
      </BookingForm>
      <Links />
    </>
  );
}
