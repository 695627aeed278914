/** Languages of the texts (BCP 47), each in `client/src/messages/<language>/`. The first is the default, and the language of the contract. */
export const languages = ['en', 'de'] as const satisfies readonly [string, ...string[]];

export type Language = (typeof languages)[number];
