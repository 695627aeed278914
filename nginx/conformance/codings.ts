export const CODINGS = ['identity', 'gzip', 'br'] as const;

/** Headers that name what the client takes; none where it names nothing. */
export function accepting(coding: string | undefined): Record<string, string> {
  return coding === undefined ? {} : { 'accept-encoding': coding };
}
