/** What a page of the application's own says with every call; one that changes something is refused without it. */
export const fromOurPage = { 'x-requested-by': 'conformance' };
