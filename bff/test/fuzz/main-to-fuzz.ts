import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { serve } from '../../src/serve.ts';
import { formCalls } from '../form-calls.ts';
import { sessionParts } from '../session/session-parts.ts';
import { kitParts } from '../types/kit-handlers.ts';
import { uploadCalls } from '../upload-calls.ts';
import { uploadHandlers } from '../upload-handlers.ts';
import { echoCalls, echoHandlers } from './echo-calls.ts';
import type { AnyHandler } from '#platform/calls/handler.ts';

const sent = ({ body }: { body: unknown }) => body;
/** Those of the tests keep what they are sent; these do not, so that only a leak grows. */
const formHandlers: Readonly<Record<keyof typeof formCalls, AnyHandler>> = {
  'POST /test/titles': sent,
  'GET /test/titles': () => ({ titles: [] }),
  'POST /test/bookings': sent,
  'PUT /test/bookings/:id': sent,
  'GET /test/bookings': () => ({ bookings: [] }),
};

// The calls of these tests need no backend service.
const { 'GET /token': _call, ...sessionCalls } = sessionParts.calls;
const { 'GET /token': _handler, ...sessionHandlers } = sessionParts.handlers;

interface SignIn {
  readonly session: Record<'begin' | 'change', (who: object) => Promise<void>>;
  readonly body: Record<string, string | undefined>;
}

const parts = {
  ...sessionParts,
  upstreams: {},
  errors: kitParts.errors,
  calls: { ...sessionCalls, ...kitParts.calls, ...formCalls, ...uploadCalls, ...echoCalls },
  handlers: {
    ...{ ...sessionHandlers, ...kitParts.handlers, ...formHandlers, ...uploadHandlers, ...echoHandlers },
    'DELETE /parts/:partId': () => {},
    // Any text is a role or a name there, but a session that does not fit is a mistake of its product.
    'POST /sign-in': ({ session, body: { subject, name = '' } }: SignIn) =>
      session.begin({
        subject,
        role: 'reader',
        person: { name: name.slice(0, 50) },
        private: { tenant: 't1' },
      }),
    'PATCH /sign-in': ({ session, body: { name } }: SignIn) =>
      session.change(name ? { person: { name: name.slice(0, 50) } } : {}),
  },
  permissionsOf: Object.fromEntries(
    Object.entries(sessionParts.permissionsOf).map(([role, permissions]) => [
      role,
      [...permissions, 'part:read', 'part:write'],
    ]),
  ),
};

// The production process with every kind of call. At SIGWINCH it collects garbage, so that the heap can be measured.
process.on('SIGWINCH', () => globalThis.gc?.());
const config = readConfig(process.env, parts);
await serve(await buildApp(config, parts), config);
