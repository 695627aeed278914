import * as fc from 'fast-check';

/** A part of a request: `isWhole` where it leaves the request complete and valid. */
export interface Piece {
  readonly text: string;
  readonly isWhole: boolean;
}

export const well = (...texts: readonly string[]) =>
  fc.constantFrom(...texts).map((text): Piece => ({ text, isWhole: true }));
export const odd = (...texts: readonly string[]) =>
  fc.constantFrom(...texts).map((text): Piece => ({ text, isWhole: false }));
/** One of the second kind is rare, so that a request rarely has more than one. */
export const mostly = (common: fc.Arbitrary<Piece>, rare: fc.Arbitrary<Piece>, weight = 9) =>
  fc.oneof({ weight, arbitrary: common }, { weight: 1, arbitrary: rare });
