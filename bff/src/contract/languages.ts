/**
 * The languages of the texts (BCP 47). The first is for those who ask for none of them, and the language of the contract. Each has its
 * texts in `client/src/messages/<language>/`.
 */
export const languages = ['en'] as const satisfies readonly [string, ...string[]];

export type Language = (typeof languages)[number];
