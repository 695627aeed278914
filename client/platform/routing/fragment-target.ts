/** Returns the element of an address's fragment, such as `#details`. */
export function fragmentTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // Not valid UTF-8, as in `#100%`: no element has this id.
    return null;
  }
}
