import { closestMatch } from 'leven';

/** Shorter names, such as PORT, are near to variables of other programs. */
const MIN_LETTERS = 7;
const LETTERS_A_MISTAKE = 4;

/** Environment variables that are no setting, but look like one. They may be another program's. */
export function misspeltSettings(variables: readonly string[], settings: readonly string[]): string[] {
  const long = settings.filter((name) => name.length >= MIN_LETTERS);
  return variables
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const maxDistance = Math.floor(name.length / LETTERS_A_MISTAKE);
      const near = closestMatch(name.toUpperCase(), long, { maxDistance });
      return near === undefined ? [] : `${name}: no such setting; ${near}?`;
    });
}
