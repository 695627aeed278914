import type { ReactNode } from 'react';
import { Specification } from '../features/specification/specification.tsx';

/**
 * Placeholders by path, shown until the screen's script has loaded. Every first load pays for their bytes, so add one for the home screen, and let
 * the others share the platform's. Render the screen's own components with `responseMarks`, and import their styles in `first-paint.ts`.
 */
export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': <Specification bff="pending" text="Asking the BFF …" />,
};
