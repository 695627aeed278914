import { Badge } from '#platform/ui/badge.tsx';

const kinds = { up: 'good', down: 'bad' } as const;

export const StateBadge = ({ state }: { readonly state: string }) => (
  <Badge kind={kinds[state as keyof typeof kinds]}>{state}</Badge>
);
