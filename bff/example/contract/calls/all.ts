import { exports } from './exports.ts';
import { handbook } from './handbook.ts';
import { imports } from './imports.ts';
import { notes } from './notes.ts';
import { overview } from './overview.ts';
import { pictures } from './pictures.ts';
import { status } from './status.ts';

export const calls = {
  ...status,
  ...notes,
  ...pictures,
  ...imports,
  ...exports,
  ...overview,
  ...handbook,
};
