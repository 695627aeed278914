import type { ReactNode } from 'react';
import { HomePlaceholder } from '../features/specification/home-placeholder.tsx';

/**
 * By path, what the document shows of a screen before its script has arrived. It costs everybody's first load its bytes, so it is
 * for the home screen and the like; all others have the common one. In an element with `data-slot="name"` stands that field of
 * the first call's answer; elements with `data-toggle` change their `hidden` when it comes. Its styles belong into `first-paint.ts`.
 */
export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': <HomePlaceholder />,
};
