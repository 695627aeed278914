import type { SearchSchema } from '#platform/screens/read-search.ts';

/** A row of the table of screens (`app/screens.ts`) as the document embeds it. */
export interface ScreenEntry {
  readonly path: string;
  readonly title: string;
  /** Undefined for a screen of the platform, which everybody may see. */
  readonly permission?: string | undefined;
  /** The calls that the document makes for the screen, such as `GET /things/:thingId` or `GET /things?page=:page`. */
  readonly prefetch?: readonly string[];
  /** Further ones, which are made if the browser seems to have a session. */
  readonly prefetchWithSession?: readonly string[];
  /** Of the search parameters that these calls take. */
  readonly search?: SearchSchema;
  /** The screen's chunk first, then the scripts and styles that it needs; names beneath `assets/`. */
  readonly files: readonly string[];
}

/** What the document embeds: each screen's row, and the files of the other chunks that are loaded on demand. */
export interface DocumentTable {
  readonly screens: readonly ScreenEntry[];
  readonly chunks: Readonly<Record<string, readonly string[]>>;
}

/** A call that the document made before any script had arrived. */
export interface PrefetchedCall {
  /** Undefined once somebody has taken it. */
  response?: Promise<Response> | undefined;
  readonly cancel: () => void;
  /** The JSON of a success, as soon as it is there. */
  body?: unknown;
}

declare global {
  /** What `app/document/bootstrap.ts` leaves to the application's script. Undefined in development. */
  // oxlint-disable-next-line no-var -- only `var` declares a property of the global object
  var embedded: (DocumentTable & { readonly prefetched: Map<string, PrefetchedCall> }) | undefined;
}
