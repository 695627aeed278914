let isDue = false;

export const focusNextScreen = (): void => void (isDue = true);

export function focusIfDue(): void {
  if (isDue) focusOnScreen();
  isDue = false;
}

/** Focuses the first heading of the screen. */
export function focusOnScreen(): void {
  const main = document.querySelector('main');
  focusOn(main?.querySelector('h1') ?? main);
}

export function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
