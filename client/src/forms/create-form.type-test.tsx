import type { errors } from '@web/bff/contract/errors';
import { callsFor } from '@web/bff/contract/kit/call';
import type { platformErrors } from '@web/bff/contract/kit/platform-errors';
import * as Type from 'typebox';
import type { CreateForm } from './form-types.ts';

const Order = Type.Object({
  title: Type.String(),
  note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  customer: Type.Object({ name: Type.String(), address: Type.Object({ city: Type.String() }) }),
  tags: Type.Array(Type.String()),
  rows: Type.Optional(Type.Array(Type.Object({ sku: Type.String(), count: Type.Integer() }))),
});
const Scan = Type.Object({ title: Type.String() });
const Payment = Type.Union([
  Type.Object({ kind: Type.Literal('card'), number: Type.String() }),
  Type.Object({ kind: Type.Literal('bank'), iban: Type.String() }),
]);
const call = { summary: '', permission: 'x', errors: [] } as const;
const calls = callsFor<typeof platformErrors, { anyone: ['x'] }>()({
  'GET /orders': { ...call, id: 'a', ok: { 200: Order } },
  'POST /orders': { ...call, id: 'b', body: Order, ok: { 201: Order } },
  'PUT /orders/:id': {
    ...call,
    id: 'c',
    params: Type.Object({ id: Type.String() }),
    body: Order,
    ok: { 200: Order },
  },
  'POST /scans': {
    ...call,
    id: 'e',
    body: Scan,
    files: { scan: { maxCount: 2 } },
    ok: { 200: Order },
  },
  'POST /payments': { ...call, id: 'd', body: Payment, ok: { 200: Order } },
});
declare const createForm: CreateForm<typeof calls, typeof errors>;

/** Never run: the compiler is the test. */
export function typesOfForms() {
  const New = createForm('POST /orders', Order);
  const Both = createForm(['POST /orders', 'PUT /orders/:id'], Order);
  const Pay = createForm('POST /payments', Payment);
  const Scans = createForm('POST /scans', Scan);
  // @ts-expect-error a call without a body
  createForm('GET /orders', Order);
  // @ts-expect-error an unknown call
  createForm('POST /nothing', Order);
  // @ts-expect-error the body of another call
  createForm('POST /orders', Scan);
  // @ts-expect-error a schema with more fields
  createForm('POST /scans', Order);
  // @ts-expect-error calls with different bodies
  createForm(['POST /orders', 'POST /scans'], Order);
  const order = { id: '1', title: '', customer: { name: '', address: { city: '' } }, tags: [''] };
  return (
    <>
      <New initial={order} onSuccess={(reply) => reply.body.title.trim()}>
        <New.Field name="title" label="" />
        <New.Field name="note" label="" />
        <New.Field name="customer.address.city" label="" />
        <New.Field name="tags.0" label="" />
        <New.Group name="customer" legend="">
          {(Customer) => <Customer.Field name="address.city" label="" />}
        </New.Group>
        <New.List name="tags" legend="" item="" add="">
          {(Tag) => <Tag.Field label="" />}
        </New.List>
        <New.List name="rows" legend="" item="" add="">
          {(Row) => <Row.Field name="count" label="" />}
        </New.List>
      </New>
      <Both call="PUT /orders/:id" request={{ params: { id: '1' } }} initial={order}>
        <Both.Field name="title" label="" />
      </Both>
      <Pay>
        <Pay.Field name="iban" label="" />
      </Pay>
      {/* @ts-expect-error a misspelt field */}
      <New.Field name="titel" label="" />
      {/* @ts-expect-error an object is no field */}
      <New.Field name="customer" label="" />
      {/* @ts-expect-error a misspelt field of a nested object */}
      <New.Field name="customer.address.town" label="" />
      {/* @ts-expect-error the form gives the value */}
      <New.Field name="title" label="" defaultValue="x" />
      {/* @ts-expect-error a text is no group */}
      <New.Group name="title" legend="">
        {() => null}
      </New.Group>
      <New.Group name="customer" legend="">
        {/* @ts-expect-error a field of the form, not of the group */}
        {(Customer) => <Customer.Field name="title" label="" />}
      </New.Group>
      {/* @ts-expect-error an object is no list */}
      <New.List name="customer" legend="" item="" add="">
        {() => null}
      </New.List>
      <New.List name="rows" legend="" item="" add="">
        {/* @ts-expect-error a misspelt field of a row */}
        {(Row) => <Row.Field name="amount" label="" />}
      </New.List>
      {/* @ts-expect-error an initial value of another type */}
      <New initial={{ title: 1 }}>x</New>
      {/* @ts-expect-error no parameters */}
      <Both call="PUT /orders/:id">x</Both>
      {/* @ts-expect-error which call? */}
      <Both>x</Both>
      <Scans>
        <Scans.Field name="title" label="" />
        <Scans.File name="scan" label="" multiple />
      </Scans>
      {/* @ts-expect-error a file that the call does not take */}
      <Scans.File name="photo" label="" />
      {/* @ts-expect-error a call without files */}
      <New.File name="scan" label="" />
      {/* @ts-expect-error a field of no part of the union */}
      <Pay.Field name="cvc" label="" />
    </>
  );
}
