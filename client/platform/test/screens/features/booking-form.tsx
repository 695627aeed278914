import { Booking, type formCalls } from '@web/bff/platform/test/calls/form-calls';
import type { errors } from '@web/bff/contract/errors';
import { Control, type OwnControl } from '#platform/forms/control.tsx';
import { createForm } from '#platform/forms/create-form.tsx';
import type { CreateForm } from '#platform/forms/form-types.ts';
import { Button } from '#platform/ui/button.tsx';

export const BookingForm = (createForm as unknown as CreateForm<typeof formCalls, typeof errors>)(
  ['POST /test/bookings', 'PUT /test/bookings/:id'],
  Booking,
);

export function GuestFields() {
  return (
    <BookingForm.Group name="guest" legend="Guest">
      {(Guest) => (
        <>
          <Guest.Field name="name" label="Name" />
          <Guest.Field name="address.city" label="City" />
          <Guest.Checkbox name="regular" label="A regular guest" />
        </>
      )}
    </BookingForm.Group>
  );
}

export function PeriodFields() {
  return (
    <BookingForm.Group name="period" legend="Period">
      {(Period) => (
        <>
          <Period.Field name="from" label="From" />
          <Period.Field name="to" label="To" />
        </>
      )}
    </BookingForm.Group>
  );
}

export function OtherFields() {
  return (
    <>
      <BookingForm.Field name="price" label="Price" />
      <BookingForm.Field name="arrival" label="Arrival" />
      <BookingForm.TextArea name="remark" label="Remark" />
      <BookingForm.Field name="nickname" label="Nickname" />
      <BookingForm.Field name="pin" label="PIN" />
    </>
  );
}

export function Lists() {
  return (
    <>
      <BookingForm.List name="tags" legend="Tags" item="Tag" add="Add a tag">
        {(Tag, number) => <Tag.Field label={`Tag ${number}`} />}
      </BookingForm.List>
      <Rooms />
    </>
  );
}

const Rooms = () => (
  <BookingForm.List name="rooms" legend="Rooms" item="Room" add="Add a room">
    {(Room) => (
      <>
        <Room.Select name="kind" label="Kind">
          <option value="double">Double</option>
          <option value="twin">Twin</option>
        </Room.Select>
        <Room.Field name="beds" label="Beds" />
      </>
    )}
  </BookingForm.List>
);

export const OwnLists = () => (
  <>
    <Control of={BookingForm} name="tags" label="Tags">
      {(control) => <Pills {...control} />}
    </Control>
    <Rooms />
  </>
);

function Pills({ value, setValue, error, attributes }: OwnControl<readonly string[]>) {
  const chosen = value ?? [];
  const toggle = (tag: string) =>
    setValue(chosen.includes(tag) ? chosen.filter((one) => one !== tag) : [...chosen, tag]);
  return (
    <fieldset {...attributes} aria-label="Tags" tabIndex={-1}>
      {['quiet', 'high', 'warm'].map((tag) => (
        <Button key={tag} variant="quiet" aria-pressed={chosen.includes(tag)} onClick={() => toggle(tag)}>
          {tag}
        </Button>
      ))}
      <p>{error}</p>
    </fieldset>
  );
}
