/** Which build this page is, as the document says; none in development. Not in a script, which may stay the same in the next. */
export const build: string | undefined = document.documentElement.dataset['build'];

let answered: string | undefined;
let tell = (_other: string): void => {};

/** Whether the build that answered a call is another than this page's. */
export function isOtherBuild(one: string | null): boolean {
  if (!build || !one || one === build) return false;
  answered = one;
  tell(one);
  return true;
}

/** Tells of every other build that answers, and of one that has already. */
export function onOtherBuild(listener: (other: string) => void): void {
  tell = listener;
  if (answered) listener(answered);
}
