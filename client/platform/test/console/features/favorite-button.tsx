import { Button } from '#platform/ui/button.tsx';
import { useFavorite } from './use-favorite.ts';

export function FavoriteButton() {
  const [isFavorite, toggle] = useFavorite();
  return (
    <Button size="small" variant="quiet" aria-pressed={isFavorite} onClick={toggle}>
      Favorite
    </Button>
  );
}
