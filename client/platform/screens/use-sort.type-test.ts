import type { useSort } from './use-sort.ts';

/** Checked by the compiler: every `@ts-expect-error` needs an error on its next line. */
export function typeTests(
  sortBy: ReturnType<typeof useSort<'/things', { readonly sort: 'name' | '-name' | 'newest' }>>,
): void {
  sortBy('name');
  // @ts-expect-error: a descending order is not a column.
  sortBy('-name');
  // @ts-expect-error: `newest` has only one direction.
  sortBy('newest');
}
