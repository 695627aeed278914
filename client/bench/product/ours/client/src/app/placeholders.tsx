import type { ReactNode } from 'react';

export const placeholders: Readonly<Record<string, ReactNode>> = {};
