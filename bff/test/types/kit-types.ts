/**
 * What the compiler must refuse: each line below `@ts-expect-error` is an error, or `npm run types` fails, and the message
 * names what stands in quotes, or `kit-types.test.ts` fails.
 */
import Type from 'typebox';
import type { calls, catalogue, roles } from './kit-contract.ts';
import { handlers } from './kit-handlers.ts';
import { callsFor } from '#contract/kit/call.ts';
import { defineErrors } from '#contract/kit/error-catalogue.ts';
import { defineStates } from '#contract/kit/define-states.ts';
import type { Handlers } from '#platform/calls/register-calls.ts';

type All = Handlers<typeof catalogue, typeof calls>;
const defineCalls = callsFor<typeof catalogue, typeof roles>();
const call = {
  id: 'x',
  summary: 'x',
  permission: 'part:read',
  ok: { 200: Type.Object({}) },
  errors: [],
} as const;

// @ts-expect-error 'part:burn': a permission that no role names
defineCalls({ 'GET /x': { ...call, permission: 'part:burn' } });
// @ts-expect-error 'part-burnt': an error that the catalogue does not have
defineCalls({ 'GET /x': { ...call, errors: ['part-burnt'] } });
// @ts-expect-error 'FETCH /x': a method that there is not
defineCalls({ 'FETCH /x': call });
// @ts-expect-error 'ok': no reply schema
defineCalls({ 'GET /x': { id: 'x', summary: 'x', permission: 'part:read', errors: [] } });

const { 'GET /parts': _listParts, ...incomplete } = handlers;
// @ts-expect-error 'GET /parts': a call that nothing fills
export const missing: All = incomplete;
// @ts-expect-error 'GET /partz': a call that the contract does not have
export const unknown: All = { ...handlers, 'GET /partz': 'not-implemented' };
// @ts-expect-error 'limit': an output of another shape
export const wrongOutput: All['GET /parts'] = ({ query }) => ({ items: [], limit: String(query.limit) });
// @ts-expect-error 'limit': a mock of another shape
export const wrongMock: All['GET /parts'] = { mock: { items: [] } };
// @ts-expect-error 'limmit': an input that the call does not have
export const wrongInput: All['GET /parts'] = ({ query }) => ({ items: [], limit: query.limmit });
// @ts-expect-error 'name-taken': an error that the call does not declare
export const undeclared: All['GET /parts/:partId'] = ({ fail }) => fail('name-taken', { takenBy: '1' });
// @ts-expect-error 'Missing extra field takenBy': an error without the field that it carries
export const noExtra: All['POST /parts'] = ({ fail }) => fail('name-taken');
// @ts-expect-error 'takenBy': an error with others than the field that it carries
export const otherExtra: All['POST /parts'] = ({ fail }) => fail('name-taken', { taken: '1' });
// @ts-expect-error 'takenBy': an error with none of the fields that it carries
export const emptyExtra: All['POST /parts'] = ({ fail }) => fail('name-taken', {});
// @ts-expect-error 'Missing extra field event': an error of the platform without its fields
export const noFields: All['POST /parts'] = ({ fail }) => fail('transition-not-allowed');
// @ts-expect-error 'Missing extra field takenBy': one of two errors without the field that it carries
export const either: All['POST /parts'] = ({ fail, body }) => fail(body.grade ? 'forbidden' : 'name-taken');
// @ts-expect-error 'name-taken': an error that the call does not declare, without its field
export const neither: All['GET /parts/:partId'] = ({ fail }) => fail('name-taken');
// @ts-expect-error 'status': of several successes, one that is not named
export const noStatus: All['PUT /parts/:partId'] = () => ({
  body: { id: '1', name: 'x', grade: 1, made: '', tags: [] },
});

const door = defineStates({ open: { close: 'shut' }, shut: { open: 'open' } });
// @ts-expect-error 'ajar': a state that there is not
door.next('ajar', 'open');
// @ts-expect-error 'slam': an event that no state takes
door.next('open', 'slam');
// @ts-expect-error 'closed': a transition to a state that there is not
defineStates({ open: { close: 'closed' } });

const odd = { status: 409, title: 'x', detail: 'x', extra: Type.Object({ status: Type.String() }) } as const;
// @ts-expect-error 'x-taken: every problem has a field status already': a field that would be overwritten
defineErrors({ 'x-taken': odd });
