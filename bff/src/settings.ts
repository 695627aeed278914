import { defineSettings, type ValuesOf } from '#platform/settings/define-settings.ts';

/** The product's own settings, by environment variable. The value of a `secret()` is never logged. */
export const settings = defineSettings({});

export type Settings = ValuesOf<typeof settings>;
