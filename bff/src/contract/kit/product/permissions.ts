export { permissionsOf, type Role } from '../../permissions.ts';
