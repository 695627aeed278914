/*
 * When the focused element is removed, as with a deleted row, browsers move the focus to the body. This module moves it to
 * the next sibling of the removed element, the previous sibling, or the screen's heading. After a navigation, `focus.ts` focuses the heading.
 */
let focused: Element | null = null;
/** The last focused elements of the page and of each dialog, the latest first. When a dialog closes, one of them is focused again. */
let last: readonly Element[] = [];
let isDue = false;

const isLost = (): boolean => document.activeElement === document.body;

function track(element: Element): void {
  focused = element;
  const dialog = element.closest('dialog');
  last = [element, ...last.filter((other) => other.closest('dialog') !== dialog)];
}

// The user may have focused an element before this module was loaded.
if (document.activeElement && !isLost()) track(document.activeElement);

document.addEventListener('focusin', ({ target }) => track(target as Element));

document.addEventListener('focusout', ({ target }) => {
  // If the element is still visible, a click elsewhere has removed the focus on purpose. So forget the element.
  queueMicrotask(() => {
    if (focused === target && isLost() && focused?.checkVisibility()) focused = null;
  });
});

new MutationObserver((records) => {
  isDue ||= focused?.isConnected === false;
  focused = survivorOf(focused, records);
  last = last.flatMap((element) => survivorOf(element, records) ?? []);
  // Waits while a screen is loading, because it has no heading yet.
  if (!isDue || document.querySelector('.pending-screen')) return;
  isDue = false;
  const main = document.querySelector('main');
  // Tries the candidates in turn, because an element in a closed dialog, or below an open one, cannot be focused.
  for (const candidate of [focused, ...last, main?.querySelector('h1'), main])
    if (isLost() && candidate instanceof HTMLElement) focus(candidate);
}).observe(document.body, { childList: true, subtree: true });

/** Returns the element or, if it was removed, the element that is now in its place. Returns null if the whole screen was replaced. */
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

/** Returns `sibling`, or the element after it if `sibling` is a text node. Returns null if `sibling` is no longer in `parent`. */
function elementAt(sibling: Node | null, parent: Element): Element | null {
  if (sibling?.parentNode !== parent) return null;
  return sibling instanceof Element ? sibling : (sibling as Text).nextElementSibling;
}

function focus(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
