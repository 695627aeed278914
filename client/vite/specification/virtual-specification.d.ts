/** Made at build time by `client/vite/specification/specification.ts`. */
declare module 'virtual:specification' {
  export interface Fact {
    readonly name: string;
    readonly detail: string;
    /** Part of the platform, not of a product. */
    readonly platform: boolean;
  }
  export interface Point {
    readonly title: string;
    /** The file or folder where the point is established, from the repository's root. */
    readonly home: string;
    /** The numbers of the platform's and the product's facts, in words; empty if there are none. */
    readonly standing: string;
    readonly established: readonly Fact[];
  }
  export const specification: readonly Point[];
}
