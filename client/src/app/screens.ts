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

/** Point 2: every screen of the application. The first row is the home screen; its chunk is preloaded by the shell. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Specification',
    load: () => import('../features/specification/home-screen.tsx'),
  },
];
