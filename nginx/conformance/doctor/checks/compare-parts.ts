import type { Difference } from '../check.ts';

/** After so many differences the other parts are not looked at. */
const MOST = 8;

/**
 * Compares all parts at once. Where that differs, each half of them, down to the parts that differ alone; parts that do so only together are
 * one difference.
 */
export async function compareParts<Part>(
  parts: readonly Part[],
  compare: (parts: readonly Part[]) => Promise<readonly Difference[]>,
): Promise<readonly Difference[]> {
  const differences = await compare(parts);
  if (differences.length === 0 || parts.length <= 1) return differences;
  const middle = Math.ceil(parts.length / 2);
  const found = await compareParts(parts.slice(0, middle), compare);
  if (found.length >= MOST) return found;
  const all = [...found, ...(await compareParts(parts.slice(middle), compare))];
  return all.length > 0 ? all : differences;
}
