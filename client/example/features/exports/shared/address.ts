import { screenAt } from '#platform/screens/screen-at.ts';

export const exportAt = screenAt('/exports/:exportId');
