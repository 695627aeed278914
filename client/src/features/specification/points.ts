import { permissionsOf } from '@web/bff/contract/permissions';
import { product } from '@web/bff/contract/product';

export interface Point {
  readonly title: string;
  /** The file or folder that establishes the point, from the repository's root. */
  readonly home: string;
  readonly isEstablished: boolean;
}

/** The nine points. No schema reaches the browser, so a team writes here what is established, where the browser does not know it. */
export const points: readonly Point[] = [
  { title: 'Purpose', home: 'bff/src/contract/product.ts', isEstablished: product.purpose !== null },
  { title: 'Screens and routes', home: 'client/src/app/screens.ts', isEstablished: false },
  { title: 'Entities and their fields', home: 'bff/src/contract/entities/', isEstablished: false },
  { title: 'States and transitions', home: 'bff/src/contract/states/', isEstablished: false },
  { title: 'Validation rules', home: 'bff/src/contract/entities/', isEstablished: false },
  {
    title: 'Roles and permissions',
    home: 'bff/src/contract/permissions.ts',
    isEstablished: Object.keys(permissionsOf).length > 1,
  },
  { title: 'Calls', home: 'bff/src/contract/calls/', isEstablished: false },
  { title: 'Error catalogue', home: 'bff/src/contract/errors.ts', isEstablished: false },
  { title: 'Constants and limits', home: 'bff/src/contract/constants.ts', isEstablished: false },
];
