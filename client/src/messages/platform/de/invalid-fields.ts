import type { invalidFieldMessage as english } from '#messages/platform/invalid-fields.ts';

const messages: Readonly<Record<string, (limit: unknown) => string>> = {
  required: () => 'Füllen Sie das aus.',
  minLength: (limit) =>
    limit === 1 ? 'Füllen Sie das aus.' : `Verwenden Sie mindestens ${String(limit)} Zeichen.`,
  maxLength: (limit) => `Verwenden Sie höchstens ${String(limit)} Zeichen.`,
  minimum: (limit) => `Geben Sie ${String(limit)} oder mehr ein.`,
  maximum: (limit) => `Geben Sie ${String(limit)} oder weniger ein.`,
  type: (limit) =>
    limit === 'integer' ? 'Geben Sie eine ganze Zahl ein, etwa 7.' : 'Geben Sie eine Zahl ein, etwa 1,5.',
  format: (limit) =>
    limit === 'date' ? 'Geben Sie ein Datum ein, etwa 27. März 2027.' : 'Geben Sie einen anderen Wert ein.',
};

export const invalidFieldMessage: typeof english = (rule, limit) =>
  messages[rule]?.(limit) ?? 'Geben Sie einen anderen Wert ein.';
