import { screenAt } from '#platform/screens/screen-at.ts';

export const overview = screenAt('/overview');
