import type Type from 'typebox';
import { platformError } from '#platform/contract/app-error.ts';
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

export const formHandlers: HandlersOf<typeof formCalls, FormContract> = {
  'POST /test/titles': ({ body }) => {
    if (body.title === 'Taken') reject('/title', 'This title is taken.');
    titles.push(body.title);
    return body;
  },
  'GET /test/titles': () => ({ titles }),
  'POST /test/bookings': ({ body }) => add(body),
  'PUT /test/bookings/:id': ({ body }) => add(body),
  'GET /test/bookings': () => ({ bookings }),
};
