import type { ComponentType } from 'react';
import type { Problem } from '@web/bff/contract/errors';
import type { LocalCode, LocalProblem } from '#platform/api/local-problems.ts';
import type { Read } from '#platform/api/reads.ts';

/** What a screen's loader gets. */
export interface ScreenRequest {
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly url: URL;
  /** Calls the BFF; cancelled when the person leaves the screen. A problem is thrown to the nearest error boundary. */
  readonly read: Read;
}

type Loader = (request: ScreenRequest) => unknown;

/** What a screen's component gets: what its loader returned, and the parameters of the path. */
export interface ScreenProps<L extends Loader = () => null> {
  readonly data: Awaited<ReturnType<L>>;
  readonly params: ScreenRequest['params'];
}

/** What a screen shows in place of its component when a call of its loader failed. */
export interface ErrorViewProps {
  /** An error of the catalogue, or a problem that does not come from the BFF. Its code narrows it. */
  readonly problem: Problem | LocalProblem<LocalCode | 'not-allowed'>;
  readonly params: ScreenRequest['params'];
  /** Runs the loader again. A server that is not available is asked again by itself, too. */
  readonly retry: () => void;
}

/** What a screen's module exports. Writes are calls: `useCall`, `createForm`. */
export interface ScreenModule {
  readonly Component: ComponentType<{ readonly data: never; readonly params: ScreenRequest['params'] }>;
  /** Fetches what the screen shows. A promise within the returned object is not waited for: `Part` shows it. */
  readonly loader?: Loader;
  /** The title, made from what the loader returned; until then the title in the table of screens is shown. */
  readonly title?: (data: never) => string;
  readonly ErrorView?: ComponentType<ErrorViewProps>;
}
