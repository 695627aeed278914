import type { permissionsOf, Role } from '@web/bff/platform/contract/product/permissions';
import type { DocumentCall } from '#platform/document/bootstrap-data.ts';
import type { ReadKey } from '#platform/api/reads.ts';
import type { SearchSchema } from '#platform/screens/read-search.ts';
import type { ScreenModule } from '#platform/screens/screen-module.ts';

/** Row of the table of screens, with permission and calls as plain strings. */
export interface AnyScreen {
  /** Path beneath the base path; `:name` is a parameter. */
  readonly path: `/${string}`;
  /** Schema of the search parameters, set by `...screenAt(path, schema)`. */
  readonly search?: SearchSchema;
  /** Document title. Replaced by the module's `title`, if any, once the data is loaded. */
  readonly title: string;
  /** Permission needed to see the screen. Undefined only for the platform's screens, which are public. */
  readonly permission?: string;
  /**
   * Calls of the loader that the document sends before any script has loaded, such as `GET /things/:thingId`. `:name` is a path or search parameter.
   * By default, the query consists of the screen's search parameters that the call also takes. To send another query, write it out: `GET
   * /things?page=:p&limit=20`, or `GET /things?` for an empty query. `{ call: 'GET /feed', where: { tab: 'following' } }` is sent only if the search
   * parameter `tab` is `following`. Calls that need a session are sent only if the browser has the session's cookie.
   */
  readonly prefetch?: readonly DocumentCall[];
  readonly load: () => Promise<ScreenModule>;
}

/** Row of the product's table of screens, with typed permissions and calls. */
export interface Screen extends AnyScreen {
  readonly permission: (typeof permissionsOf)[Role][number];
  readonly prefetch?: readonly DocumentCall<ReadKey | `${ReadKey}?${string}`>[];
}
