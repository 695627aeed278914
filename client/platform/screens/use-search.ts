import { useLocation } from 'react-router-dom';
import { readSearch } from './read-search.ts';
import type { ScreenAddress } from './screen-at.ts';

/** Returns the current search parameters: `const { page } = useSearch(things)`. An invalid one has its default, or is left out. */
export function useSearch<P extends `/${string}`, V>({ search }: ScreenAddress<P, V>): V {
  const location = useLocation();
  return readSearch(search, new URLSearchParams(location.search)).values as V;
}
