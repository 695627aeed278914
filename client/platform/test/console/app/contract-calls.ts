import * as Type from 'typebox';
import { status } from '@web/bff/contract/calls/status';
import { events } from '@web/bff/platform/contract/content';
import { formCalls } from '@web/bff/platform/test/calls/form-calls';

const text = Type.String();
const shared = { summary: '', errors: [] } as const;

const Service = Type.Object({ id: text, name: text, owner: text, state: text });
const Services = Type.Object({ items: Type.Array(Service) });
const query = Type.Object({ q: Type.Optional(text) });
const params = Type.Object({ id: text });

export const calls = {
  ...status,
  ...formCalls,
  'GET /services': {
    ...shared,
    id: 'listServices',
    permission: 'member:read',
    query,
    responses: { 200: Services },
  },
  'GET /services/:id': {
    ...shared,
    id: 'getService',
    permission: 'member:read',
    params,
    responses: { 200: Service },
  },
  'GET /services/events': {
    ...shared,
    id: 'watchServices',
    permission: 'member:read',
    responses: { 200: events(Service) },
  },
} as const;

export type Service = Type.Static<typeof Service>;
export type Services = Type.Static<typeof Services>;
