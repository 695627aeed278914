import { screenAt } from '#platform/screens/screen-at.ts';

export const imports = screenAt('/imports');
