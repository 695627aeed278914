import { closestMatch } from 'leven';

/** For the end of a message about a misspelt name: `; LOG_LEVEL?`, or nothing if no name is near. */
export function suggestion(misspelt: string, names: Iterable<string>): string {
  const name = closestMatch(misspelt, [...names], { maxDistance: Math.ceil(misspelt.length / 3) });
  return name === undefined ? '' : `; ${name}?`;
}
