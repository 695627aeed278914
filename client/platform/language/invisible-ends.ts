/** No-break and zero-width spaces, byte order marks and bidirectional marks, which come with pasted texts. */
const INVISIBLE =
  /[\u00a0\u00ad\u061c\u2000-\u200b\u200e\u200f\u202a-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff]/;

/** Removes invisible characters from the ends of a text, with the spaces next to them. Keeps an end of spaces only, which the user has typed. */
export function withoutInvisibleEnds(text: string): string {
  const start = lengthOfEnd(text, 0, 1);
  const end = text.length - lengthOfEnd(text, text.length - 1, -1);
  return text.slice(start, Math.max(start, end));
}

/** Returns the length of the end that begins at an index, or 0 if all its characters are visible or spaces. */
function lengthOfEnd(text: string, from: number, step: 1 | -1): number {
  let isInvisible = false;
  for (let length = 0; length < text.length; length += 1) {
    const sign = text.charAt(from + step * length);
    if (INVISIBLE.test(sign)) isInvisible = true;
    else if (sign !== ' ') return isInvisible ? length : 0;
  }
  return isInvisible ? text.length : 0;
}
