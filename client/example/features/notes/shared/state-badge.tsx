import type { Note } from '@web/bff/contract/entities/note';
import { messages } from '#messages/notes.ts';
import { Badge } from '#platform/ui/badge.tsx';

const kinds = { draft: 'neutral', published: 'good', archived: 'warning' } as const;

export const StateBadge = ({ state }: Pick<Note, 'state'>) => (
  <Badge kind={kinds[state]}>{messages.states[state]}</Badge>
);
