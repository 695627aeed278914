import type { AnyProblem, CallError } from './call-error.ts';

export interface StreamOptions {
  /** `closed` means that the stream reopens only after a new sign-in. */
  readonly onConnection?:
    | ((state: 'connecting' | 'open' | 'reconnecting' | 'closed', problem?: AnyProblem) => void)
    | undefined;
  /** Keeps the stream open while the tab is hidden. Without `onConnection`, streams stay open anyway. */
  readonly whileHidden?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string | number | boolean | undefined>>;
}

type Reply =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly problem: AnyProblem };

/** Sends the stream's request. Resolves with the response itself as its `body`. */
export type OpenStream = (request: {
  readonly headers: NonNullable<StreamOptions['headers']>;
  readonly signal: AbortSignal;
  readonly onResponse: (response: Response) => void;
}) => Promise<Reply>;

/** Reads an event stream: `read-events.ts`. */
export type ReadEvents = (
  open: OpenStream,
  errorOf: (problem: 'network' | 'unexpected-response' | AnyProblem) => CallError,
  options: StreamOptions,
  first?: Response,
) => AsyncGenerator;

/** Loads the reader of event streams. `main.tsx` sets `load` to an import of `routing/deferred.ts`, because `api/` must not import `routing/`. */
export const streamReader = {} as { load: () => Promise<ReadEvents> };
