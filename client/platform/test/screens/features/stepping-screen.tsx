import { Links } from './links.tsx';
import { BookingForm, GuestFields, OtherFields, OwnLists, PeriodFields } from './booking-form.tsx';

const steps = [
  { title: 'Guest', content: <GuestFields /> },
  { title: 'Period', content: <PeriodFields /> },
  {
    title: 'Rest',
    content: (
      <>
        <OtherFields />
        <OwnLists />
      </>
    ),
  },
];

export function Component() {
  return (
    <>
      <h1>Stepping</h1>
      <BookingForm call="POST /test/bookings" clears className="own">
        <BookingForm.Steps steps={steps}>
          <BookingForm.Submit pending="Booking …">Book</BookingForm.Submit>
        </BookingForm.Steps>
      </BookingForm>
      <Links />
    </>
  );
}
