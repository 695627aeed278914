import { invalidFieldsOf } from '#platform/http/errors/invalid-fields.ts';
import { validatorCompiler } from '#platform/calls/validation.ts';

/** Creates a function that validates a body as the BFF does, and fills in defaults. */
export function bodyErrors(schema: object) {
  const validate = validatorCompiler({
    schema: schema,
    httpPart: 'body',
    method: 'POST',
    url: '/',
  }) as unknown as { (body: unknown): boolean; errors: Parameters<typeof invalidFieldsOf>[0]['validation'] };
  return (body: unknown) => (validate(body) ? [] : invalidFieldsOf({ validation: validate.errors ?? [] }));
}
