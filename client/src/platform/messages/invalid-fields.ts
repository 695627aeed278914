/** What a person reads at a field that breaks a rule; by the rule of the schema and what the schema says to it. */
const texts: Readonly<Record<string, (limit: unknown) => string>> = {
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

export const faultText = (rule: string, limit?: unknown): string =>
  texts[rule]?.(limit) ?? 'This is not valid.';
