import * as Type from 'typebox';
import { callsFor } from '#platform/contract/call.ts';
import type { platformErrors } from '#platform/contract/platform-errors.ts';
import { withRules } from '#platform/contract/rules.ts';

const day = { format: 'date' };

const Period = withRules(Type.Object({ from: Type.String(day), to: Type.String(day) }), [
  {
    field: '/to',
    rule: 'after-start',
    message: 'The end must be after the start.',
    check: ({ from, to }) => from < to,
  },
]);

export const Booking = Type.Object({
  guest: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 40 }),
    regular: Type.Boolean(),
    address: Type.Object({ city: Type.String({ minLength: 1 }) }),
  }),
  period: Period,
  price: Type.Number({ minimum: 1 }),
  arrival: Type.Optional(Type.String({ format: 'date-time' })),
  remark: Type.Optional(Type.String({ maxLength: 200 })),
  nickname: Type.Optional(Type.Union([Type.String({ minLength: 2 }), Type.Null()])),
  pin: Type.String({ minLength: 4, message: 'Four digits, please.' }),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 10 }), {
    maxItems: 2,
    message: 'At most two tags.',
  }),
  rooms: Type.Array(
    Type.Object({ kind: Type.Union([Type.Literal('double'), Type.Literal('twin')]), beds: Type.Integer() }),
  ),
});

export const Titled = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 20 }),
  copies: Type.Integer({ minimum: 1 }),
});

/** One property for each kind of control. */
const parts = {
  line: Type.String(),
  text: Type.String(),
  time: Type.String(),
  at: Type.Optional(Type.String({ format: 'date-time' })),
  weight: Type.Optional(Type.Number()),
  color: Type.String(),
  colors: Type.Array(Type.String()),
  late: Type.String(),
  level: Type.Optional(Type.Union([Type.Literal('low'), Type.Literal('high'), Type.Null()])),
  fragile: Type.Optional(Type.Boolean()),
  tags: Type.Array(Type.String()),
};

export const Parcel = Type.Object({
  title: Type.String({ minLength: 1 }),
  note: Type.Optional(Type.String()),
  ...parts,
  rows: Type.Array(Type.Object({ id: Type.Optional(Type.String()), name: Type.String(), ...parts })),
  urgent: Type.Optional(Type.Boolean()),
});

const call = { permission: 'status:read', summary: '', errors: [] } as const;

/** Calls for browser tests of forms, beneath `/test`. */
export const formCalls = callsFor<typeof platformErrors, { anyone: ['status:read'] }>()({
  'POST /test/titles': { ...call, id: 'addTitle', body: Titled, responses: { 201: Titled } },
  'GET /test/titles': {
    ...call,
    id: 'listTitles',
    responses: { 200: Type.Object({ titles: Type.Array(Type.String()) }) },
  },
  'POST /test/bookings': { ...call, id: 'addBooking', body: Booking, responses: { 201: Booking } },
  'PUT /test/bookings/:id': {
    ...call,
    id: 'changeBooking',
    body: Booking,
    params: Type.Object({ id: Type.String() }),
    responses: { 200: Booking },
  },
  'GET /test/parcels/:id': {
    ...call,
    id: 'getParcel',
    params: Type.Object({ id: Type.String() }),
    responses: { 200: Type.Unknown() },
  },
  'PUT /test/parcels/:id': {
    ...call,
    id: 'changeParcel',
    body: Parcel,
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ version: Type.Integer() }),
    responses: { 200: Type.Unknown() },
  },
  'GET /test/bookings': {
    ...call,
    id: 'listBookings',
    responses: { 200: Type.Object({ bookings: Type.Array(Booking) }) },
  },
});
