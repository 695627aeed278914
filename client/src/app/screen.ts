import type { ComponentType } from 'react';
import type { ActionFunction, LoaderFunction } from 'react-router-dom';

/** What a screen's module exports; `loader` fetches what it shows before it shows, `action` takes its forms. */
interface ScreenModule {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
  readonly action?: ActionFunction;
}

export interface Screen {
  /** Beneath the base path, starting with a slash; `:name` marks a parameter. */
  readonly path: string;
  readonly title: string;
  readonly load: () => Promise<ScreenModule>;
}
