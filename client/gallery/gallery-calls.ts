import { callsFor } from '@web/bff/contract/kit/call';
import type { platformErrors } from '@web/bff/contract/kit/platform-errors';
import { withRules } from '@web/bff/contract/kit/rules';
import * as Type from 'typebox';

const day = { format: 'date' };

const Dates = withRules(Type.Object({ departure: Type.String(day), return: Type.String(day) }), [
  {
    field: '/return',
    rule: 'after-departure',
    message: 'The return must be after the departure.',
    holds: ({ departure, return: back }) => departure < back,
  },
]);

export const Journey = Type.Object({
  traveller: Type.String({ minLength: 1, maxLength: 40 }),
  insured: Type.Boolean(),
  dates: Dates,
  budget: Type.Number({ minimum: 1 }),
  stops: Type.Array(Type.Object({ planet: Type.String({ minLength: 1 }), nights: Type.Integer() })),
});

/** Calls that no BFF has: the gallery's forms are made for them. */
export const calls = callsFor<typeof platformErrors, { anyone: ['x'] }>()({
  'POST /gallery/journeys': {
    id: 'bookJourney',
    summary: '',
    permission: 'x',
    body: Journey,
    ok: { 201: Journey },
    errors: [],
  },
});
