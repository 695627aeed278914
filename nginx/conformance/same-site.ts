/** What a page of the application's own says with every call; one that changes something is refused without it. */
export const sameSiteHeaders = { 'x-requested-by': 'conformance' };
