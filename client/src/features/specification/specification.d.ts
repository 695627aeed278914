/** Made at build time by `client/vite/specification/specification.ts`. */
declare module 'virtual:specification' {
  export interface Fact {
    readonly name: string;
    readonly detail: string;
    /** Brought by the foundation, so it says nothing of a product. */
    readonly platform: boolean;
  }
  export interface Point {
    readonly number: number;
    readonly title: string;
    /** The file or folder where the point is established, from the repository's root. */
    readonly home: string;
    /** How many facts are the platform's and how many the product's, in words; empty when there are none. */
    readonly standing: string;
    readonly established: readonly Fact[];
  }
  export const specification: readonly Point[];
}
