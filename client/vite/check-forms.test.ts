import { resolve } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { checkForms } from './check-forms.ts';

const CALLS = resolve(import.meta.dirname, '../test/screens/app/contract-calls.ts');

const INPUT = resolve(import.meta.dirname, 'form.mjs');

/** Builds a module that makes a form. */
const buildForm = (form: string) =>
  build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: INPUT, external: '#forms/create-form.tsx' } },
    plugins: [
      checkForms([CALLS]),
      {
        name: 'form',
        resolveId: (id) => (id === INPUT ? id : undefined),
        load: (id) =>
          id === INPUT
            ? `import { createForm } from '#forms/create-form.tsx';
               import { Booking, Titled as Title } from '@web/bff/test/calls/form-calls';
               const local = { ...Title };
               console.log(${form});`
            : undefined,
      },
    ],
  });

test.each([
  `createForm('POST /test/titles', Title)`,
  `createForm(['POST /test/bookings', 'PUT /test/bookings/:id'], Booking)`,
])('the build accepts %s', async (form) => {
  await expect(buildForm(form)).resolves.toBeDefined();
});

test.each([
  [
    `createForm('POST /test/titles', Booking)`,
    `'POST /test/titles', Booking): the body of this call is another`,
  ],
  [`createForm(['POST /test/bookings', 'POST /test/titles'], Booking)`, `the body of this call is another`],
  [`createForm('POST /test/nothing', Title)`, `the body of this call is another`],
  // Of the same type and with the same rules, today.
  [`createForm('POST /test/titles', local)`, 'a schema that is imported by its name'],
  [`createForm('POST /test/' + 'titles', Title)`, 'takes the calls as text'],
])('the build refuses %s', async (form, message) => {
  await expect(buildForm(form)).rejects.toThrow(message);
});
