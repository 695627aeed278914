/** Settings of `npm run provider`. */
export interface ProviderOptions {
  /** Claims of the users by subject, such as `{ ada: { name: 'Ada Lovelace', role: 'editor' } }`. */
  readonly users: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Defaults to 4000. */
  readonly port?: number;
  /** URLs of the applications, with their base path. Defaults to the URLs of `npm start` (at the port in `PORT`) and `npm run dev`. */
  readonly applications?: readonly string[];
}
