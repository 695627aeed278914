import type { SearchFields } from '#platform/screens/read-search.ts';

/** Call to prefetch, such as `GET /things?page=:page`. A call with `where` is sent only if the search parameters have the values in `where`. */
export type DocumentCall<Call extends string = string> =
  | Call
  | { readonly call: Call; readonly where: Readonly<Record<string, string | number | boolean>> };

export const callIn = (entry: DocumentCall): string => (typeof entry === 'string' ? entry : entry.call);

/** Row of the document's table of screens. The document's inline script prefetches the screen's files and calls. */
export interface DocumentScreen {
  readonly path: string;
  readonly title: string;
  /** Names beneath `assets/`: the screen's chunk, then its other scripts and styles. */
  readonly files: readonly string[];
  readonly calls?: readonly DocumentCall[];
  /** Further calls, sent only if the browser has the session's cookie. */
  readonly callsWithSession?: readonly DocumentCall[];
  /** Search parameters that the calls use. */
  readonly search?: SearchFields;
}

export interface PrefetchedCall {
  /** Undefined once `takePrefetchedResponse` has returned the response. */
  response?: Promise<Response> | undefined;
  readonly cancel: () => void;
}

declare global {
  /** Set by `platform/document/bootstrap.ts`. Undefined in development. */
  // oxlint-disable-next-line no-var -- only `var` declares a property of the global object
  var bootstrapData:
    | {
        /** Returns the screen at an encoded path relative to the base path. */
        readonly screenAt: (pathname: string) => DocumentScreen | undefined;
        readonly prefetched: Map<string, PrefetchedCall>;
        readonly placeholderOf: (path: string) => DocumentFragment;
      }
    | undefined;
}

/** Returns the response that the document has prefetched for a URL. Returns undefined if there is none, or if it was already taken. */
export function takePrefetchedResponse(url: string, signal: AbortSignal): Promise<Response> | undefined {
  const call = globalThis.bootstrapData?.prefetched.get(url);
  const response = call?.response;
  if (!call || !response) return undefined;
  call.response = undefined;
  signal.addEventListener('abort', call.cancel);
  return response;
}

export const discardPrefetchedCalls = (): void => globalThis.bootstrapData?.prefetched.clear();
