import type { invalidFieldMessage as english } from '#messages/platform/invalid-fields.ts';

const messages: Readonly<Record<string, (limit: unknown) => string>> = {
  required: () => 'Bitte füllen Sie das aus.',
  minLength: (limit) => (limit === 1 ? 'Bitte füllen Sie das aus.' : `Mindestens ${String(limit)} Zeichen.`),
  maxLength: (limit) => `Höchstens ${String(limit)} Zeichen.`,
  minimum: (limit) => `Mindestens ${String(limit)}.`,
  maximum: (limit) => `Höchstens ${String(limit)}.`,
};

export const invalidFieldMessage: typeof english = (rule, limit) =>
  messages[rule]?.(limit) ?? 'Das ist nicht gültig.';
