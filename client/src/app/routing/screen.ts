import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router-dom';
import type { permissionsOf, Role } from '@web/bff/contract/permissions';
import type { CallKey } from '#platform/api/api.ts';

/** What a screen's module exports; `loader` fetches what it shows. Writes are calls: `useCall`, `useForm`. */
export interface ScreenModule {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
}

export interface Screen {
  /** Beneath the base path, starting with a slash; `:name` marks a parameter. */
  readonly path: `/${string}`;
  readonly title: string;
  /** The permission that a person needs to see the screen. */
  readonly permission: (typeof permissionsOf)[Role][number];
  /**
   * Calls of its loader that the document makes before any script has arrived. Their parameters are those of the path, by name; they
   * have no query.
   */
  readonly prefetch?: readonly (CallKey & `GET ${string}`)[];
  readonly load: () => Promise<ScreenModule>;
}
