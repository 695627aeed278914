import { coercionOf } from '@web/bff/platform/contract/schema/coerce';
import { segmentsOf } from '@web/bff/platform/contract/schema/json-pointer';
import { type BodyError, type ErrorTexts, errorTexts } from '#platform/forms/body/body-errors.ts';
import { violationsOf } from '#platform/forms/body/check-body.ts';
import { invalidFieldMessage } from '#platform/messages/forms.ts';

/** Returns the error of each parameter that a call, or the schema, refuses. An item's error belongs to its parameter. */
export const textsOf = (errors: readonly BodyError[]): ErrorTexts =>
  errorTexts(errors.map((error) => ({ ...error, pointer: `/${segmentsOf(error.pointer)[0]}` })));

/** Checks parameters as the BFF does. Each of the `invalid` has an error, even if only the browser refuses it. */
export function searchErrors(
  schema: object,
  values: Readonly<Record<string, unknown>>,
  invalid: Readonly<Record<string, readonly string[]>>,
): ErrorTexts {
  const sent = Object.entries(invalid).map(([name, texts]) => [name, texts.length > 1 ? texts : texts[0]]);
  const given: Record<string, unknown> = { ...values, ...Object.fromEntries(sent) };
  coercionOf(schema)(given);
  const refused = Object.keys(invalid).map((name) => ({
    pointer: `/${name}`,
    detail: invalidFieldMessage(''),
  }));
  return textsOf([...violationsOf(schema)(given), ...refused]);
}
