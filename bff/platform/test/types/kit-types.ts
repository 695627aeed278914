/** Mistakes that the compiler must reject: `npm run types` fails if a line below `@ts-expect-error` compiles. */
import Type from 'typebox';
import type { catalogue, roles } from './kit-contract.ts';
import { handlers, type KitHandlers as All } from './kit-handlers.ts';
import { callsFor } from '#platform/contract/call.ts';
import { isError } from '#platform/contract/fail.ts';
import { defineStates } from '#platform/contract/define-states.ts';
import type { Limits } from '#platform/contract/platform-limits.ts';

const defineCalls = callsFor<typeof catalogue, typeof roles>();
const call = {
  id: 'x',
  summary: 'x',
  permission: 'part:read',
  responses: { 200: Type.Object({}) },
  errors: [],
} as const;

// @ts-expect-error -- a permission that no role has
defineCalls({ 'GET /x': { ...call, permission: 'part:burn' } });
// @ts-expect-error -- an unknown error
defineCalls({ 'GET /x': { ...call, errors: ['part-burnt'] } });

const { 'GET /parts': _listParts, ...incomplete } = handlers;
// @ts-expect-error -- a missing handler
export const missing: All = incomplete;
// @ts-expect-error -- a handler of an unknown call
export const unknown: All = { ...handlers, 'GET /partz': 'not-implemented' };
// @ts-expect-error -- a response of another shape
export const wrongOutput: All['GET /parts'] = ({ query }) => ({ items: [], limit: String(query.limit) });
// @ts-expect-error -- an unknown input
export const wrongInput: All['GET /parts'] = ({ query }) => ({ items: [], limit: query.limmit });
// @ts-expect-error -- an undeclared error
export const undeclared: All['GET /parts/:partId'] = ({ fail }) => fail('name-taken', { takenBy: '1' });
// @ts-expect-error -- an error without its extension
export const noExtra: All['POST /parts'] = ({ fail }) => fail('name-taken');
// @ts-expect-error -- a misspelt error
export const misspelt: All['POST /parts'] = ({ fail }) => fail('forbiden');
// @ts-expect-error -- the subject may be null
export const noSession: All['GET /parts/:partId'] = ({ session }) => session.subject.length as never;
// @ts-expect-error -- an unknown permission
export const burns: All['POST /parts'] = ({ can }) => can('part:burn') as never;
// @ts-expect-error -- an unknown role
export const ranks: All['POST /parts'] = ({ session }) => (session.role === 'keper') as never;
export const noFile: All['POST /parts/:partId/scans'] = async ({ body, files }) => {
  // @ts-expect-error -- a file that the call does not take
  for await (const { field } of files) if (field === 'photo') break;
  return { ...body, files: [] };
};
// @ts-expect-error -- an unknown setting of the product
export const setting: All['GET /parts/:partId'] = ({ settings }) => settings.NO_SUCH as never;

export const invalid = (error: unknown) =>
  isError(error, 'unprocessable-content') && error.extensions.errors?.[0]?.pointer;
export const foreign = (error: unknown) =>
  // @ts-expect-error -- an extension of another error
  isError(error, 'forbidden') && error.extensions.errors;

const gate = defineStates({ open: { close: 'shut' }, shut: { open: 'open' } });
// @ts-expect-error -- an unknown state
gate.next('ajar', 'open');

// @ts-expect-error -- a limit that the platform does not have
export const limits: Partial<Limits> = { BODY_BITES: 1 };
