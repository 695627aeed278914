import type { errors } from '@web/bff/contract/errors';
import { createForm } from '#forms/create-form.tsx';
import type { CreateForm } from '#forms/form-types.ts';
import { type calls, Journey as JourneyBody } from './gallery-calls.ts';

const Journey = (createForm as unknown as CreateForm<typeof calls, typeof errors>)(
  'POST /gallery/journeys',
  JourneyBody,
);

const steps = [
  {
    title: 'Traveller',
    content: (
      <>
        <Journey.Field name="traveller" label="Traveller" hint="As in the passport" />
        <Journey.Checkbox name="insured" label="With insurance" />
        <Journey.Group name="dates" legend="Dates">
          {(Dates) => (
            <>
              <Dates.Field name="departure" label="Departure" />
              <Dates.Field name="return" label="Return" />
            </>
          )}
        </Journey.Group>
      </>
    ),
  },
  {
    title: 'Stops',
    content: (
      <Journey.List name="stops" legend="Stops" item="Stop" add="Add a stop">
        {(Stop) => (
          <>
            <Stop.Field name="planet" label="Planet" />
            <Stop.Field name="nights" label="Nights" />
          </>
        )}
      </Journey.List>
    ),
  },
  { title: 'Budget', content: <Journey.Field name="budget" label="Budget" /> },
];

/** A form in steps, bound to a call, with nested fields and a list. */
export function JourneyForm() {
  return (
    <Journey
      initial={{
        stops: [
          { planet: 'Mars', nights: 3 },
          { planet: 'Venus', nights: 1 },
        ],
      }}
    >
      <Journey.Steps steps={steps}>
        <Journey.Submit pending="Booking …">Book the journey</Journey.Submit>
      </Journey.Steps>
    </Journey>
  );
}
