import type { SearchSchema } from '#platform/screens/read-search.ts';

/** `GET /things?page=:page`; or a call for those addresses alone whose search parameters have these values. */
export type DocumentCall<Call extends string = string> =
  | Call
  | { readonly call: Call; readonly where: Readonly<Record<string, string | number | boolean>> };

export const callIn = (entry: DocumentCall): string => (typeof entry === 'string' ? entry : entry.call);

/** What the document knows of a screen, to start it before any script has arrived. */
export interface DocumentScreen {
  readonly path: string;
  readonly title: string;
  /** The screen's chunk first, then the scripts and styles that it needs; names beneath `assets/`. */
  readonly files: readonly string[];
  /** The calls that the document makes for the screen, such as `GET /things/:thingId` or `GET /things?page=:page`. */
  readonly calls?: readonly DocumentCall[];
  /** Further ones, which are made if the browser seems to have a session. */
  readonly callsWithSession?: readonly DocumentCall[];
  /** Of the search parameters that these calls take. */
  readonly search?: SearchSchema;
}

export interface PrefetchedCall {
  /** Undefined once it is taken. */
  response?: Promise<Response> | undefined;
  readonly cancel: () => void;
}

declare global {
  /** What `app/document/bootstrap.ts` leaves to the application's script. Undefined in development. */
  // oxlint-disable-next-line no-var -- only `var` declares a property of the global object
  var embedded:
    | {
        readonly screens: readonly DocumentScreen[];
        readonly prefetched: Map<string, PrefetchedCall>;
        readonly placeholderOf: (path: string) => DocumentFragment;
      }
    | undefined;
}

/** The response to a call that the document made, once; later calls are sent. */
export function takePrefetchedResponse(url: string, signal: AbortSignal): Promise<Response> | undefined {
  const call = globalThis.embedded?.prefetched.get(url);
  const response = call?.response;
  if (!call || !response) return undefined;
  call.response = undefined;
  signal.addEventListener('abort', call.cancel);
  return response;
}

/** After a navigation, what the document asked for is out of date. */
export const discardPrefetchedCalls = (): void => globalThis.embedded?.prefetched.clear();
