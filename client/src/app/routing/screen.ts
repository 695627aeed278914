import type { permissionsOf, Role } from '@web/bff/contract/permissions';
import type { DocumentCall } from '#platform/document/embedded.ts';
import type { ReadKey } from '#platform/api/reads.ts';
import type { SearchSchema } from '#platform/screens/read-search.ts';
import type { ScreenModule } from '#platform/screens/screen-module.ts';

/** A row of the table of screens, as the platform reads it. */
export interface AnyScreen {
  /** Beneath the base path, starting with a slash; `:name` marks a parameter. */
  readonly path: `/${string}`;
  /** The schema of the search parameters: `...screenAt(path, schema)` gives both. */
  readonly search?: SearchSchema;
  /** Shown until the screen's own `title`, if it has one, knows more. */
  readonly title: string;
  /** The permission that a person needs to see the screen. Undefined for a screen of the platform, which every person may see. */
  readonly permission?: string;
  /**
   * Calls of its loader that the document makes before any script has arrived: `GET /things/:thingId`, `GET /things?page=:page&limit=20`.
   * `:name` is a parameter of the path or a search parameter. A call that needs a session is made if the browser seems to have one, and
   * `{ call: 'GET /feed', where: { tab: 'following' } }` only where the search parameter has that value.
   */
  readonly prefetch?: readonly DocumentCall[];
  readonly load: () => Promise<ScreenModule>;
}

/** A row of the product: the compiler knows its permissions and calls. */
export interface Screen extends AnyScreen {
  readonly permission: (typeof permissionsOf)[Role][number];
  readonly prefetch?: readonly DocumentCall<ReadKey | `${ReadKey}?${string}`>[];
}
