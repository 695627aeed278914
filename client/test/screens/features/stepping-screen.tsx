import { Links } from './links.tsx';
import { BookingForm, GuestFields, Lists, OtherFields, PeriodFields } from './booking-form.tsx';

const steps = [
  { title: 'Guest', content: <GuestFields /> },
  { title: 'Period', content: <PeriodFields /> },
  {
    title: 'Rest',
    content: (
      <>
        <OtherFields />
        <Lists />
      </>
    ),
  },
];

export function Component() {
  return (
    <>
      <h1>Stepping</h1>
      <BookingForm call="POST /test/bookings">
        <BookingForm.Steps steps={steps}>
          <BookingForm.Submit pending="Booking …">Book</BookingForm.Submit>
        </BookingForm.Steps>
      </BookingForm>
      <Links />
    </>
  );
}
