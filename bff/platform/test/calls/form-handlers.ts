import Type from 'typebox';
import { AppError, platformError } from '#platform/contract/app-error.ts';
import type { platformErrors } from '#platform/contract/platform-errors.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';
import type { Booking, formCalls } from './form-calls.ts';

interface FormContract {
  readonly calls: typeof formCalls;
  readonly errors: typeof platformErrors;
  readonly permissionsOf: { readonly anonymous: readonly ['status:read'] };
}

const reject = (pointer: string, detail: string): never => {
  const errors = [{ in: 'body', pointer, rule: 'unique', detail }];
  throw platformError('unprocessable-content', { extensions: { errors } });
};

const titles: string[] = [];
const bookings: Type.Static<typeof Booking>[] = [];
const add = (booking: Type.Static<typeof Booking>) => {
  if (booking.guest.name === 'Taken') reject('/guest/name', 'This guest is here already.');
  if (booking.guest.name === 'Nobody') reject('/agency', 'An agency is needed.');
  bookings.push(booking);
  return booking;
};

/** Stored values that their controls cannot show. */
const odd = {
  line: 'a\nb',
  text: 'a\r\nb',
  time: '25:00',
  at: '2026-07-01T12:20:59+02:00',
  weight: 1e-25,
  color: 'blue',
  colors: ['blue', 'red'],
  late: 'two',
  level: null,
  tags: ['x', 'y'],
};
const parcels = new Map<string, object & { version: number }>();
const parcelOf = (id: string) =>
  parcels.get(id) ?? {
    ...{ version: 1, title: 'Old', note: 'Old', ...odd },
    rows: ['1', '2'].map((id) => ({ id, name: `Row ${id}`, ...odd })),
  };
const parcelChanged = {
  status: 412,
  title: 'Changed',
  detail: 'Somebody else has changed the parcel.',
  extensions: Type.Object({ current: Type.Optional(Type.Unknown()) }),
};

export const formHandlers: HandlersOf<typeof formCalls, FormContract> = {
  'POST /test/titles': ({ body }) => {
    if (body.title === 'Taken') reject('/title', 'This title is taken.');
    titles.push(body.title);
    return body;
  },
  'GET /test/titles': () => ({ titles }),
  'POST /test/bookings': ({ body }) => add(body),
  'PUT /test/bookings/:id': ({ body }) => add(body),
  'GET /test/parcels/:id': ({ params }) => parcelOf(params.id),
  'PUT /test/parcels/:id': ({ params: { id }, query, body }) => {
    const current = parcelOf(id);
    if (query.version !== current.version)
      throw new AppError('parcel-changed', parcelChanged, { extensions: id === 'bare' ? {} : { current } });
    const saved = { ...body, version: current.version + 1 };
    parcels.set(id, saved);
    return saved;
  },
  'GET /test/bookings': () => ({ bookings }),
};
