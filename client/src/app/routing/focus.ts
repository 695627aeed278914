let isDue = false;

/** The next screen that is shown takes the focus. */
export const focusNextScreen = (): void => void (isDue = true);

/** For a screen that has just been shown. */
export function focusIfDue(): void {
  if (isDue) focusOnScreen();
  isDue = false;
}

/** Moves the focus to where the new content begins. */
export function focusOnScreen(): void {
  const main = document.querySelector('main');
  focusOn(main?.querySelector('h1') ?? main);
}

export function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
