let isDue = false;

export const focusNextScreen = (): void => void (isDue = true);

export function focusIfDue(): void {
  // Keeps the focus that a search form has set on its first invalid field.
  if (isDue && !document.activeElement?.matches('[aria-invalid=true]')) focusOnScreen();
  isDue = false;
}

function focusOnScreen(): void {
  const main = document.querySelector('main');
  focusOn(main?.querySelector('h1') ?? main);
}

export function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
