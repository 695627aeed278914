import { screenAt } from '#platform/screens/screen-at.ts';

export const handbookPage = screenAt('/handbook/:page');
