import type { ReactNode } from 'react';
import { Specification } from '../features/specification/specification.tsx';

/**
 * Placeholders by path, shown until the screen's script has loaded. Every first load contains all placeholders, so add one for the home screen only.
 * The other screens share the platform's placeholder. Render the screen's own components with `responseMarks`, and import their styles in
 * `first-paint.ts`.
 */
export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': <Specification bff="pending" text="Asking the BFF …" />,
};
