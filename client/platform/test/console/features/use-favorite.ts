import { useState } from 'react';

export function useFavorite(): readonly [isFavorite: boolean, toggle: () => void] {
  const [isFavorite, setFavorite] = useState(false);
  return [isFavorite, () => setFavorite((before) => !before)];
}
