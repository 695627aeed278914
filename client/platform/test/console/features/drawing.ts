/** Stands in for a large library that two screens use. `buildConsole` writes a long text into it. */
export const drawing: string = '';
