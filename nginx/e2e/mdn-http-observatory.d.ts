/** What we use of MDN's HTTP Observatory, which brings no types. */
interface Finding {
  readonly pass: boolean;
  readonly result: string;
}

interface Retrieved {
  readonly responses: { readonly auto: { readonly status: number } | null };
}

declare module '@mdn/mdn-http-observatory/src/retriever/retriever.js' {
  export function retrieve(
    host: string,
    options: { httpPort: number; httpsPort: number; path: string },
  ): Promise<Retrieved>;
}

declare module '@mdn/mdn-http-observatory/src/constants.js' {
  export const ALL_TESTS: readonly ((retrieved: Retrieved) => Finding)[];
}

declare module '@mdn/mdn-http-observatory/src/grader/grader.js' {
  export function getScoreModifier(result: string): number;
  export function getGradeForScore(score: number): { readonly score: number; readonly grade: string };
}

declare module '@mdn/mdn-http-observatory/src/grader/charts.js' {
  export const MINIMUM_SCORE_FOR_EXTRA_CREDIT: number;
}
