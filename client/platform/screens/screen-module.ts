import type { ComponentType } from 'react';
import type { Problem } from '@web/bff/platform/contract/product/errors';
import type { LocalCode, LocalProblem } from '#platform/api/local-problems.ts';
import type { Read } from '#platform/api/reads.ts';

export interface ScreenRequest {
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly url: URL;
  /** Sends a read, and cancels it when the user leaves the screen. Rejects with a `CallError`, which the nearest error boundary shows. */
  readonly read: Read;
}

type ParamsOf<L> = L extends (request: infer R) => unknown
  ? R extends { readonly params: infer P }
    ? P
    : ScreenRequest['params']
  : never;

/** Props of a screen's component. `data` is the result of the screen's loader, and `params` are typed like the loader's. */
export interface ScreenProps<L extends (request: never) => unknown = () => null> {
  readonly data: Awaited<ReturnType<L>>;
  readonly params: ParamsOf<L>;
}

/** Props of the component that is shown when a call of the loader failed. */
export interface ErrorViewProps {
  /** Error of the contract, or a problem created in the browser. Distinguished by `code`. */
  readonly problem: Problem | LocalProblem<LocalCode | 'not-allowed'>;
  readonly params: ScreenRequest['params'];
  /** Reruns the loader. After a transient failure, the loader is also rerun automatically. */
  readonly retry: () => void;
}

/** Exports of a screen's module. The loader only reads. To write, use `useCall` or `createForm` in the component. */
export interface ScreenModule {
  readonly Component: ComponentType<{ readonly data: never; readonly params: never }>;
  /** Fetches the screen's data. Promises within the returned object are not awaited: render them with `AwaitSection`. */
  loader?(request: ScreenRequest): unknown;
  /** Returns the document title from the loader's data. Until the data is loaded, the title in `screens.ts` is shown. */
  readonly title?: (data: never) => string;
  readonly ErrorView?: ComponentType<ErrorViewProps>;
}
