import { BASE_PATH } from '@web/bff/contract/constants';
import { permissionsOf } from '@web/bff/contract/permissions';
import { product } from '@web/bff/contract/product';

interface Point {
  /** File or folder, relative to the repository's root. */
  readonly home: string;
  readonly statements: Readonly<Record<string, string | null>>;
}

const roles = Object.keys(permissionsOf).filter((role) => role !== 'anonymous');

/** The nine points. A null means “not established”. The client has no schemas to derive these values from, so replace each null by hand. */
export const points: readonly Point[] = [
  {
    home: 'bff/src/contract/product.ts',
    statements: { 'Purpose and function': product.purpose, 'Intended users and audience': null },
  },
  {
    home: 'client/src/app/screens.ts',
    statements: {
      'Base path of the application': BASE_PATH,
      'List of screens and routes with their parameters': null,
      'What each screen lets a user do': null,
    },
  },
  { home: 'bff/src/contract/entities/', statements: { 'Entities and their fields': null } },
  { home: 'bff/src/contract/states/', statements: { 'States and transitions': null } },
  { home: 'bff/src/contract/entities/', statements: { 'Validation rules': null } },
  {
    home: 'bff/src/contract/permissions.ts',
    statements: { 'Roles and permissions': roles.join(', ') || null },
  },
  { home: 'bff/src/contract/calls/', statements: { 'Method, path and payload of each product call': null } },
  {
    home: 'bff/src/contract/errors.ts',
    statements: { 'Error messages, and how the product reacts to each': null },
  },
  {
    home: 'bff/src/contract/constants.ts',
    statements: { 'Base path of the application': BASE_PATH, 'Any other constant or limit': null },
  },
];
