import type { ReactNode } from 'react';
import { HomePlaceholder } from '../features/specification/home-placeholder.tsx';

/**
 * What the document shows of a screen, by path, before its script has arrived. Every first load pays for its bytes, so it is for screens
 * like the home screen; the others share one placeholder. The response of the screen's first prefetched call fills elements with
 * `data-slot="field"`, and toggles `hidden` of elements with `data-toggle`. The styles must be imported in `first-paint.ts`.
 */
export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': <HomePlaceholder />,
};
