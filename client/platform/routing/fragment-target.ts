/** Returns the element of an address's fragment, such as `#details`. */
export function fragmentTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // `#100%`, for example, cannot be decoded.
    return null;
  }
}
