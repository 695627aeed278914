import { resolve } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { checkForms } from './check-forms.ts';

const CALLS = resolve(import.meta.dirname, '../test/screens/app/contract-calls.ts');
const INPUT = resolve(import.meta.dirname, 'form.mjs');

/** Builds a module that makes a form; resolves with what is wrong with it. */
async function errorOf(form: string): Promise<string> {
  const module = `import { createForm } from '#forms/create-form.tsx';
    import { Booking, Titled as Title } from '@web/bff/test/calls/form-calls';
    const local = { ...Title };
    console.log(${form});`;
  const virtual = {
    name: 'form',
    resolveId: (id: string) => (id === INPUT ? id : undefined),
    load: (id: string) => (id === INPUT ? module : undefined),
  };
  const built = build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: INPUT, external: '#forms/create-form.tsx' } },
    plugins: [checkForms([CALLS]), virtual],
  });
  return built.then(() => '', String);
}

test.each([
  [`createForm('POST /test/titles', Title)`, /^$/],
  [`createForm(['POST /test/bookings', 'PUT /test/bookings/:id'], Booking)`, /^$/],
  [`createForm('POST /test/titles', Booking)`, /Booking\): the body of this call is another schema/],
  [`createForm(['POST /test/bookings', 'POST /test/titles'], Booking)`, /the body of this call is another/],
  [`createForm('POST /test/nothing', Title)`, /the body of this call is another/],
  // Of the same type and with the same rules, today.
  [`createForm('POST /test/titles', local)`, /a schema that is imported by its name/],
  [`createForm('POST /test/' + 'titles', Title)`, /takes the calls as text/],
])('of %s the build says %s', async (form, message) => {
  expect(await errorOf(form)).toMatch(message);
});
