import { closestMatch } from 'leven';

const lettersOf = (name: string) => name.replaceAll('_', '').toUpperCase();

/** Shorter names, such as PORT, are near to variables of other programs. */
const MIN_LETTERS = 7;
const LETTERS_A_MISTAKE = 4;

/**
 * Environment variables that are no setting, but look like one. `certain`: they have the letters of a setting, as LOGLEVEL has. `likely`:
 * few letters differ, which may be a variable of another program.
 */
export function misspeltSettings(variables: readonly string[], settings: readonly string[]) {
  const known = new Set(settings);
  const long = settings.filter((name) => lettersOf(name).length >= MIN_LETTERS);
  const byLetters = new Map(long.map((name) => [lettersOf(name), name]));
  const [certain, likely]: [string[], string[]] = [[], []];
  for (const name of variables.filter((name) => !known.has(name))) {
    const same = byLetters.get(lettersOf(name));
    const maxDistance = Math.floor(lettersOf(name).length / LETTERS_A_MISTAKE);
    const near = same ?? closestMatch(name, long, { maxDistance });
    if (near !== undefined) (same ? certain : likely).push(`${name}: no such setting; ${near}?`);
  }
  return { certain, likely };
}
