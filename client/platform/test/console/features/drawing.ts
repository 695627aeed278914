/** Stands in for a large library that two screens use. The test fills it. */
export const drawing: string = '';
