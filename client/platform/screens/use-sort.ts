import { useLocation } from 'react-router-dom';
import type { ScreenAddress } from './screen-at.ts';
import { useSearch } from './use-search.ts';

/** Names that can be sorted in both directions: `title` of `'title' | '-title' | 'newest'`. */
type NamesIn<S> = S extends `-${infer Name}` ? Name : never;

/**
 * Returns a function that returns the `sort` of a table's column: `sortBy('title')`. The search parameter `sort` of the screen declares
 * `Type.Enum(['title', '-title'], { default: 'title' })`, in which `-` means descending. Sorting begins at the first page (`page`, `cursor`).
 */
export function useSort<P extends `/${string}`, Search extends { readonly sort: string }>(
  address: ScreenAddress<P, Search>,
) {
  const { pathname, search } = useLocation();
  const { sort } = useSearch(address);
  return (name: NamesIn<Search['sort']> & Search['sort']) => {
    const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
    const next = order === 'ascending' ? `-${name}` : name;
    const query = new URLSearchParams(search);
    for (const other of ['page', 'cursor', 'sort']) query.delete(other);
    if (address.search['sort']?.keywords.default !== next) query.set('sort', next);
    return { to: query.size > 0 ? `${pathname}?${query.toString()}` : pathname, order } as const;
  };
}
