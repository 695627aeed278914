export { permissionsOf, type Role } from '#contract/permissions.ts';
