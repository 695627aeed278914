import Type from 'typebox';
import { expect, test } from 'vitest';
import { defineErrors, problemMembers, type Catalogue } from './error-catalogue.ts';
import { problem } from '#edge/problem.ts';

const entry = { status: 409, title: 'Taken', detail: 'Taken.' };
/** Typed as any catalogue, or the compiler would refuse it first. */
const withField = (name: string): Catalogue => ({
  taken: { ...entry, extensions: Type.Object({ [name]: Type.String() }) },
});

test.each(problemMembers)('an error with a field %s of its own is refused, by code and field', (name) => {
  expect(() => defineErrors(withField(name))).toThrow(`taken: every problem already has a member ${name}`);
  expect(() => defineErrors(withField(`${name}Of`))).not.toThrow();
});

test('every field that the platform writes into a problem is one of those', () => {
  expect(problemMembers).toEqual(expect.arrayContaining(Object.keys(problem('taken', entry, 'request-1'))));
});
