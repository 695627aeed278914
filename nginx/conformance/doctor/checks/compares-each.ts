import type { Check, Context, Difference } from '../check.ts';

const TIMES = 5;

/** The differences; those that do not come each time say how often they do. */
export async function howOften(
  compare: () => Promise<readonly Difference[]>,
): Promise<readonly Difference[]> {
  const found = await compare();
  if (found.length === 0) return found;
  let count = 1;
  for (let times = 1; times < TIMES; times += 1) if ((await compare()).length > 0) count += 1;
  if (count === TIMES) return found;
  return found.map(({ quote, ...difference }) => ({
    ...difference,
    quote: `${quote}; ${count} of ${TIMES} times`,
  }));
}

interface Items<Item> {
  readonly id: string;
  readonly title: string;
  readonly items: readonly Item[];
  readonly compare: (context: Context, item: Item) => Promise<readonly Difference[]>;
  /** Whether the rest is like the first that differs. */
  readonly untilFirst?: true;
  /** Whether it is compared again, where that is quick: one of several nodes of a hop may do otherwise. */
  readonly isRepeated?: true;
}

const ROUNDS = 5;
const QUICK_MS = 500;

/** A check that compares for one item after the other. */
export const comparesEach = <Item>({
  id,
  title,
  items,
  compare,
  untilFirst,
  isRepeated,
}: Items<Item>): Check => ({
  id,
  title,
  run: async (context) => {
    const differences: Difference[] = [];
    const startedAt = performance.now();
    for (let round = 0; round < (isRepeated ? ROUNDS : 1); round += 1) {
      for (const item of items) {
        const once = () => compare(context, item);
        differences.push(...(await (differences.length === 0 ? howOften(once) : once())));
        if (untilFirst && differences.length > 0) break;
      }
      if (differences.length > 0 || performance.now() - startedAt > QUICK_MS) break;
    }
    return differences;
  },
});
