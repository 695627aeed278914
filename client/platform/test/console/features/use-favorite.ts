import { useState } from 'react';

/** Stores whether a service is a favorite. */
export function useFavorite(): readonly [isFavorite: boolean, toggle: () => void] {
  const [isFavorite, setFavorite] = useState(false);
  return [isFavorite, () => setFavorite((before) => !before)];
}
