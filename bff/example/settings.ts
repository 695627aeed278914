import * as Type from 'typebox';
import { defineSettings, secret, type ValuesOf } from '#platform/settings/define-settings.ts';

export const settings = defineSettings({
  NOTES_KEY: secret('the key for the service that has the notes, which also signs its webhooks'),
  MAIL_FROM: Type.String({
    format: 'email',
    default: 'notes@example.org',
    description: 'the sender of mails',
  }),
});

export type Settings = ValuesOf<typeof settings>;
