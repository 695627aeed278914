import { Booking, type formCalls, Parcel, Titled } from '@web/bff/platform/test/calls/form-calls';
import { Scan, type uploadCalls } from '@web/bff/platform/test/calls/upload-calls';
import type { errors } from '@web/bff/platform/contract/product/errors';
import { expectTypeOf } from 'vitest';
import type { FieldName } from '#platform/forms/field-names.ts';
import type { CreateForm } from '#platform/forms/form-types.ts';
import { Values } from '#platform/forms/values.tsx';

declare const createForm: CreateForm<typeof formCalls & typeof uploadCalls, typeof errors>;

export function typesOfForms() {
  const Title = createForm('POST /test/titles', Titled);
  const Both = createForm(['POST /test/bookings', 'PUT /test/bookings/:id'], Booking);
  const Scans = createForm('POST /test/uploads/:folder', Scan);
  const version = { query: { version: 'version' } } as const;
  const Versioned = createForm('PUT /test/parcels/:id', Parcel, { version });
  const Unversioned = createForm('PUT /test/parcels/:id', Parcel);
  // @ts-expect-error a parameter that the call does not declare
  createForm('PUT /test/bookings/:id', Booking, { version });
  // @ts-expect-error a call without a body
  createForm('GET /test/titles', Titled);
  // @ts-expect-error an unknown call
  createForm('POST /nothing', Titled);
  // @ts-expect-error a schema with fields that the call's body lacks
  createForm('POST /test/uploads/:folder', Titled);
  // @ts-expect-error a schema that lacks a field of the call's body
  createForm('POST /test/titles', Scan);
  // @ts-expect-error calls with different bodies
  createForm(['POST /test/bookings', 'POST /test/titles'], Booking);

  // @ts-expect-error a list is not a group
  expectTypeOf(Both.Group<'tags'>);
  // @ts-expect-error an object is not a list
  expectTypeOf(Both.List<'guest'>);

  type Order = {
    title: string;
    note?: string | null;
    customer: { address: { city: string } };
    tags: string[];
    rows?: { count: number }[];
    payment: { iban: string } | { card: string };
  };
  expectTypeOf<FieldName<Order>>().toEqualTypeOf<
    | ('title' | 'note' | 'customer.address.city' | 'tags' | `tags.${number}`)
    | (`rows.${number}.count` | 'payment.iban' | 'payment.card')
  >();
  return (
    <>
      <Versioned request={{ params: { id: '' } }} initial={{ version: 1 }}>
        <Versioned.Submit name="urgent" value="true">
          x
        </Versioned.Submit>
      </Versioned>
      {/* @ts-expect-error initial values without the version */}
      <Versioned request={{ params: { id: '' } }} initial={{ title: '' }}>
        {/* @ts-expect-error a button that sets a property needs a value */}
        <Versioned.Submit name="urgent">x</Versioned.Submit>
      </Versioned>
      {/* @ts-expect-error missing version */}
      <Unversioned request={{ params: { id: '' } }}>x</Unversioned>
      {/* @ts-expect-error a misspelt field */}
      <Title.Field name="titel" label="" />
      {/* @ts-expect-error the form sets the value */}
      <Title.Field name="title" label="" defaultValue="x" />
      <Both.Group name="guest" legend="">
        {/* @ts-expect-error a field of the form, not of the group */}
        {(Guest) => <Guest.Field name="price" label="" />}
      </Both.Group>
      <Both.List name="rooms" legend="" item="" add="">
        {/* @ts-expect-error a misspelt field of a row */}
        {(Room) => <Room.Field name="amount" label="" />}
      </Both.List>
      {/* @ts-expect-error a value may be missing */}
      <Values of={Title}>{({ title }) => title.trim()}</Values>
      {/* @ts-expect-error an initial value of the wrong type */}
      <Title initial={{ title: 1 }}>x</Title>
      {/* @ts-expect-error missing `params` */}
      <Both call="PUT /test/bookings/:id">x</Both>
      {/* @ts-expect-error missing `call` */}
      <Both>x</Both>
      {/* @ts-expect-error a file that the call does not take */}
      <Scans.File name="photo" label="" />
      {/* @ts-expect-error a call without files */}
      <Title.File name="scan" label="" />
    </>
  );
}
