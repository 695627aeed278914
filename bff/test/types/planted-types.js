/**
 * What the compiler must refuse: each line below `` is an error, or `npm run types` fails, and the message
 * names what stands in quotes, or `kit-types.test.ts` fails.
 */
import Type from 'typebox';
import { handlers } from './kit-handlers.ts';
import { callsFor } from '#contract/kit/call.ts';
import { defineErrors } from '#contract/kit/error-catalogue.ts';
import { defineStates } from '#contract/kit/define-states.ts';
const defineCalls = callsFor();
const call = {
  id: 'x',
  summary: 'x',
  permission: 'part:read',
  ok: { 200: Type.Object({}) },
  errors: [],
};
//  'part:burn': a permission that no role names
defineCalls({ 'GET /x': { ...call, permission: 'part:burn' } });
//  'part-burnt': an error that the catalogue does not have
defineCalls({ 'GET /x': { ...call, errors: ['part-burnt'] } });
//  'FETCH /x': a method that there is not
defineCalls({ 'FETCH /x': call });
//  'ok': no reply schema
defineCalls({ 'GET /x': { id: 'x', summary: 'x', permission: 'part:read', errors: [] } });
const { 'GET /parts': _listParts, ...incomplete } = handlers;
//  'GET /parts': a call that nothing fills
export const missing = incomplete;
//  'GET /partz': a call that the contract does not have
export const unknown = { ...handlers, 'GET /partz': 'not-implemented' };
//  'limit': an output of another shape
export const wrongOutput = ({ query }) => ({ items: [], limit: String(query.limit) });
//  'limit': a mock of another shape
export const wrongMock = { mock: { items: [] } };
//  'limmit': an input that the call does not have
export const wrongInput = ({ query }) => ({ items: [], limit: query.limmit });
//  'name-taken': an error that the call does not declare
export const undeclared = ({ fail }) => fail('name-taken', { takenBy: '1' });
//  'Missing extra field takenBy': an error without the field that it carries
export const noExtra = ({ fail }) => fail('name-taken');
//  'takenBy': an error with others than the field that it carries
export const otherExtra = ({ fail }) => fail('name-taken', { taken: '1' });
//  'takenBy': an error with none of the fields that it carries
export const emptyExtra = ({ fail }) => fail('name-taken', {});
//  'Missing extra field event': an error of the platform without its fields
export const noFields = ({ fail }) => fail('transition-not-allowed');
//  'Missing extra field takenBy': one of two errors without the field that it carries
export const either = ({ fail, body }) => fail(body.grade ? 'forbidden' : 'name-taken');
//  'name-taken': an error that the call does not declare, without its field
export const neither = ({ fail }) => fail('name-taken');
//  'status': of several successes, one that is not named
export const noStatus = () => ({
  body: { id: '1', name: 'x', grade: 1, made: '', tags: [] },
});
const door = defineStates({ open: { close: 'shut' }, shut: { open: 'open' } });
//  'ajar': a state that there is not
door.next('ajar', 'open');
//  'slam': an event that no state takes
door.next('open', 'slam');
//  'closed': a transition to a state that there is not
defineStates({ open: { close: 'closed' } });
const odd = { status: 409, title: 'x', detail: 'x', extra: Type.Object({ status: Type.String() }) };
//  'x-taken: every problem has a field status already': a field that would be overwritten
defineErrors({ 'x-taken': odd });
