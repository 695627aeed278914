import type { ReactNode } from 'react';
import { Specification } from '../features/specification/specification.tsx';

/**
 * What the document shows of a screen, by path, before its script has arrived. Every first load pays for its bytes, so it is for screens
 * like the home screen; the others share one placeholder. `responseMarks` stands for the response of the screen's first prefetched call, so a
 * placeholder can render the screen's own parts. The styles must be imported in `first-paint.ts`.
 */
export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': <Specification bff="pending" text="Asking the BFF …" />,
};
