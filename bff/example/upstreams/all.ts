import { handbook } from './handbook.ts';
import { notes } from './notes.ts';

export const upstreams = { notes, handbook };
