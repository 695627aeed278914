import * as Type from 'typebox';
import { screenAt } from '#platform/screens/screen-at.ts';

const Query = Type.Object({ q: Type.Optional(Type.String()) });

export const services = screenAt('/', Query);
export const owners = screenAt('/owners', Query);
export const map = screenAt('/map', Query);
