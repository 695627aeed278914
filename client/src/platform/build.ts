/** Which build this page is, as the document says; none in development. Not in a script, which may stay the same in the next. */
export const build: string | undefined = document.documentElement.dataset['build'];
