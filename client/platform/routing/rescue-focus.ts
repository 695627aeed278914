/*
 * When the focused element is removed, as with a deleted row, browsers move the focus to the body. This moves it to the element in its place: the
 * next sibling, the previous one, or the screen's heading. A navigation focuses the heading itself.
 */
let focused: Element | null = null;
/** The last element that was focused outside of a dialog, for when a dialog closes. */
let outside: Element | null = null;
let isDue = false;

document.addEventListener('focusin', ({ target }) => {
  focused = target as Element;
  if (!focused.closest('dialog')) outside = focused;
});

document.addEventListener('focusout', ({ target }) => {
  // A visible element lost the focus because the user clicked elsewhere.
  queueMicrotask(() => {
    if (focused === target && isLost() && focused?.checkVisibility()) focused = null;
  });
});

new MutationObserver((records) => {
  isDue ||= focused?.isConnected === false;
  focused = survivorOf(focused, records);
  outside = survivorOf(outside, records);
  // A screen that is loading has no heading yet.
  if (!isDue || document.querySelector('.pending-screen')) return;
  isDue = false;
  const main = document.querySelector('main');
  // A candidate in a closed dialog does not take the focus.
  for (const candidate of [focused, outside, main?.querySelector('h1'), main])
    if (isLost() && candidate instanceof HTMLElement) focus(candidate);
}).observe(document.body, { childList: true, subtree: true });

const isLost = (): boolean => document.activeElement === document.body;

/** Returns the element, or the one in its place after its removal; null if the whole screen was replaced. */
function survivorOf(element: Element | null, records: readonly MutationRecord[]): Element | null {
  if (!element || element.isConnected) return element;
  for (const { target, removedNodes, nextSibling, previousSibling } of records) {
    if (!target.isConnected || !Array.from(removedNodes).some((node) => node.contains(element))) continue;
    const parent = target as Element;
    if (parent.matches('main, .screen')) return null;
    return elementAt(nextSibling, parent) ?? elementAt(previousSibling, parent) ?? parent.lastElementChild;
  }
  return null;
}

/** Returns the sibling, or the next element if it is a text node; null if it was removed, too. */
function elementAt(sibling: Node | null, parent: Element): Element | null {
  if (sibling?.parentNode !== parent) return null;
  return sibling instanceof Element ? sibling : (sibling as Text).nextElementSibling;
}

function focus(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
