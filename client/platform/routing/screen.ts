import type { permissionsOf, Role } from '@web/bff/platform/contract/product/permissions';
import type { DocumentCall } from '#platform/document/bootstrap-data.ts';
import type { ReadKey } from '#platform/api/reads.ts';
import type { SearchFields } from '#platform/screens/read-search.ts';
import type { ScreenModule } from '#platform/screens/screen-module.ts';

/** Row of the table of screens. Permissions and calls are plain strings, which `Screen` narrows to those of the product. */
export interface AnyScreen {
  /** Path beneath the base path; `:name` is a parameter. */
  readonly path: `/${string}`;
  /** Search parameters, set by `...screenAt(path, schema)`. */
  readonly search?: SearchFields;
  /** Document title. Replaced by the module's `title`, if any, once the data is loaded. */
  readonly title: string;
  /** Permission needed to see the screen. Undefined only for the platform's screens, which are public. */
  readonly permission?: string;
  /**
   * The loader's calls, such as `GET /things/:thingId`. The document sends them before any script has loaded. `:name` stands for a path or search
   * parameter of the screen. If an entry has no query, as in `GET /things`, the document adds those of the screen's search parameters that the call
   * declares. `GET /things?page=:p&limit=20` sends only this query; `GET /things?` sends none. `{ call: 'GET /feed', where: { tab: 'following' } }`
   * is sent only if the search parameter `tab` is `following`. Calls that need a session are sent only if the browser has the session's cookie.
   */
  readonly prefetch?: readonly DocumentCall[];
  readonly load: () => Promise<ScreenModule>;
}

/** Row of the product's table of screens. */
export interface Screen extends AnyScreen {
  readonly permission: (typeof permissionsOf)[Role][number];
  readonly prefetch?: readonly DocumentCall<ReadKey | `${ReadKey}?${string}`>[];
}
