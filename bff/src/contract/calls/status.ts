import * as Type from 'typebox';
import { defineCalls } from '../kit/define-calls.ts';

/** How one thing that the BFF depends on is doing. */
const Dependency = Type.Object({
  name: Type.String(),
  state: Type.Union([Type.Literal('up'), Type.Literal('degraded'), Type.Literal('unknown')]),
});

export const Status = Type.Object({
  name: Type.String(),
  version: Type.String(),
  /** The commit of the platform that the product stands on; missing in the platform itself. */
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
    summary: 'Whether the BFF answers, since when, and how what it depends on is doing',
    permission: 'status:read',
    ok: { 200: Status },
    errors: [],
  },
});
