/**
 * Mistakes that the compiler must refuse. If a line below `@ts-expect-error` compiles, `npm run types` fails. If the message does not
 * contain the text in quotes, or its first line not the call's key behind `in`, `kit-types.test.ts` fails.
 */
import Type from 'typebox';
import type { catalogue, KitContract, roles } from './kit-contract.ts';
import { handlers, type KitHandlers as All } from './kit-handlers.ts';
import type { status } from '#contract/calls/status.ts';
import { callsFor } from '#contract/kit/call.ts';
import { defineErrors } from '#contract/kit/error-catalogue.ts';
import { fail } from '#contract/kit/fail.ts';
import { defineStates } from '#contract/kit/define-states.ts';
import type { Limits } from '#contract/kit/platform-limits.ts';
import type { HandlersOf } from '#platform/calls/handler.ts';

const defineCalls = callsFor<typeof catalogue, typeof roles>();
const call = {
  id: 'x',
  summary: 'x',
  permission: 'part:read',
  ok: { 200: Type.Object({}) },
  errors: [],
} as const;

// @ts-expect-error 'part:burn': a permission that no role has
defineCalls({ 'GET /x': { ...call, permission: 'part:burn' } });
// @ts-expect-error 'part-burnt': an unknown error
defineCalls({ 'GET /x': { ...call, errors: ['part-burnt'] } });
// @ts-expect-error 'FETCH /x is not a method and a path': an unknown method
defineCalls({ 'FETCH /x': call });
// @ts-expect-error 'ok': no schema of a response
defineCalls({ 'GET /x': { id: 'x', summary: 'x', permission: 'part:read', errors: [] } });

const { 'GET /parts': _listParts, ...incomplete } = handlers;
// @ts-expect-error 'GET /parts': a missing handler
export const missing: All = incomplete;
// @ts-expect-error 'GET /partz': a handler of an unknown call
export const unknown: All = { ...handlers, 'GET /partz': 'not-implemented' };
// @ts-expect-error 'limit' in 'GET /parts': a response of another shape
export const wrongOutput: All['GET /parts'] = ({ query }) => ({ items: [], limit: String(query.limit) });
// @ts-expect-error 'limit': a mock of another shape
export const wrongMock: All['GET /parts'] = { mock: { items: [] } };
// @ts-expect-error 'limmit': an unknown input
export const wrongInput: All['GET /parts'] = ({ query }) => ({ items: [], limit: query.limmit });
// @ts-expect-error 'does not declare the error name-taken' in 'GET /parts/:partId': an undeclared error
export const undeclared: All['GET /parts/:partId'] = ({ fail }) => fail('name-taken', { takenBy: '1' });
// @ts-expect-error 'name-taken needs the field takenBy' in 'POST /parts': an error without its extension
export const noExtra: All['POST /parts'] = ({ fail }) => fail('name-taken');
// @ts-expect-error 'takenBy': an error with another extension
export const otherExtra: All['POST /parts'] = ({ fail }) => fail('name-taken', { taken: '1' });
// @ts-expect-error 'takenBy': an error with no extension
export const emptyExtra: All['POST /parts'] = ({ fail }) => fail('name-taken', {});
// @ts-expect-error 'transition-not-allowed needs the field event' in 'POST /parts': a platform error without its extensions
export const noFields: All['POST /parts'] = ({ fail }) => fail('transition-not-allowed');
// @ts-expect-error 'name-taken needs the field takenBy' in 'POST /parts': one of two errors without its extension
export const either: All['POST /parts'] = ({ fail, body }) => fail(body.grade ? 'forbidden' : 'name-taken');
// @ts-expect-error 'forbiden' in 'POST /parts': a misspelt error
export const misspelt: All['POST /parts'] = ({ fail }) => fail('forbiden');
// @ts-expect-error 'does not declare the error name-taken' in 'GET /parts/:partId': an undeclared error without its extension
export const neither: All['GET /parts/:partId'] = ({ fail }) => fail('name-taken');
// @ts-expect-error 'status' in 'PUT /parts/:partId': none of several statuses
export const noStatus: All['PUT /parts/:partId'] = () => ({
  body: { id: '1', name: 'x', grade: 1, made: '', tags: [] },
});
// @ts-expect-error 'null': the session of a call that needs none
export const noSession: All['GET /parts/:partId'] = ({ session }) => session.subject.length as never;
// @ts-expect-error 'limit' in 'GET /parts': a response of another shape, in the object of a feature
export const feature: All = { ...handlers, 'GET /parts': ({ query }) => ({ items: [], size: query.limit }) };
// @ts-expect-error 'GET /status is missing in bff/src/contract/calls/all.ts': a feature that the contract does not have
export const unlisted: HandlersOf<typeof status, KitContract> = { 'GET /status': 'not-implemented' };
export const noFile: All['POST /parts/:partId/scans'] = async ({ body, files }) => {
  // @ts-expect-error 'photo': a file that the call does not take
  for await (const { field } of files) if (field === 'photo') break;
  return { ...body, files: [] };
};
// @ts-expect-error 'files' in 'GET /parts/:partId': the files of a call that takes none
export const noForm: All['GET /parts/:partId'] = ({ files }) => files as never;
// @ts-expect-error 'NO_SUCH': an unknown setting of the product
export const setting: All['GET /parts/:partId'] = ({ settings }) => settings.NO_SUCH as never;
// @ts-expect-error 'noSuch': an unknown service
export const service: All['GET /parts/:partId'] = ({ services }) => services.noSuch as never;
// @ts-expect-error 'bff/src/contract/errors.ts does not declare the error no-such': an unknown error, outside of a handler
export const raise = () => fail('no-such');

const gate = defineStates({ open: { close: 'shut' }, shut: { open: 'open' } });
// @ts-expect-error 'ajar': an unknown state
gate.next('ajar', 'open');
// @ts-expect-error 'slam': an unknown event
gate.next('open', 'slam');
// @ts-expect-error 'closed': a transition to an unknown state
defineStates({ open: { close: 'closed' } });

const taken = {
  status: 409,
  title: 'x',
  detail: 'x',
  extensions: Type.Object({ status: Type.String() }),
} as const;
// @ts-expect-error 'x-taken: every problem already has a member status': an extension that would be overwritten
defineErrors({ 'x-taken': taken });

// @ts-expect-error 'BODY_BITES': a limit that the platform does not have
export const limits: Partial<Limits> = { BODY_BITES: 1 };
