import type { ComponentType } from 'react';
import type { ActionFunction, LoaderFunction } from 'react-router-dom';
import type { permissionsOf, Role } from '@web/bff/contract/permissions';
import type { CallKey } from '#platform/api/api.ts';

/** What a screen's module exports; `loader` fetches what it shows before it shows, `action` takes its forms. */
export interface ScreenModule {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
  readonly action?: ActionFunction;
}

export interface Screen {
  /** Beneath the base path, starting with a slash; `:name` marks a parameter. */
  readonly path: `/${string}`;
  readonly title: string;
  /** What whoever looks at it must be allowed to do. */
  readonly permission: (typeof permissionsOf)[Role][number];
  /**
   * The call that its loader makes first: the document makes it before any script has arrived. Its parameters are those of the
   * path, by name; it has no query.
   */
  readonly first?: CallKey & `GET ${string}`;
  readonly load: () => Promise<ScreenModule>;
}
