/** What a person reads at an invalid field, by the keyword of the schema and its value. */
const messages: Readonly<Record<string, (limit: unknown) => string>> = {
  required: () => 'Please fill this in.',
  minLength: (limit) => (limit === 1 ? 'Please fill this in.' : `At least ${String(limit)} characters.`),
  maxLength: (limit) => `At most ${String(limit)} characters.`,
  minimum: (limit) => `At least ${String(limit)}.`,
  maximum: (limit) => `At most ${String(limit)}.`,
  exclusiveMinimum: (limit) => `More than ${String(limit)}.`,
  exclusiveMaximum: (limit) => `Less than ${String(limit)}.`,
  multipleOf: (limit) => `A multiple of ${String(limit)}.`,
  type: (limit) => (String(limit) === 'integer' ? 'A whole number.' : `This is to be a ${String(limit)}.`),
  format: (limit) => `This is not a valid ${String(limit)}.`,
};

export const invalidFieldMessage = (rule: string, limit?: unknown): string =>
  messages[rule]?.(limit) ?? 'This is not valid.';
