import * as Type from 'typebox';
import { defineCalls } from '#platform/contract/define-calls.ts';

/** State of a backend service or the session store. */
const Dependency = Type.Object({
  name: Type.String(),
  state: Type.Union([Type.Literal('up'), Type.Literal('degraded'), Type.Literal('unknown')]),
});

export const Status = Type.Object({
  name: Type.String(),
  version: Type.String(),
  /** Platform commit that the product is based on; missing in the platform itself. */
  platform: Type.Optional(Type.String()),
  /** Missing in development. */
  build: Type.Optional(Type.String()),
  startedAt: Type.String({ format: 'date-time' }),
  dependencies: Type.Array(Dependency),
});
export type Status = Type.Static<typeof Status>;

export const status = defineCalls({
  'GET /status': {
    id: 'getStatus',
    summary: 'Version and start time of the BFF, and the state of its dependencies',
    permission: 'status:read',
    responses: { 200: Status },
    errors: [],
    // Monitoring polls this call, which must not keep a session alive.
    extendsSession: false,
  },
});
