import type { errors } from '@web/bff/contract/errors';
import { type formCalls, Titled } from '@web/bff/platform/test/calls/form-calls';
import { createForm } from '#platform/forms/create-form.tsx';
import type { CreateForm } from '#platform/forms/form-types.ts';

export const ServiceForm = (createForm as unknown as CreateForm<typeof formCalls, typeof errors>)(
  'POST /test/titles',
  Titled,
);
