import type { ReactNode } from 'react';
import { responseMarks } from '#platform/screens/response-marks.tsx';
import { Page } from '#platform/ui/page.tsx';
import type { Services } from './contract-calls.ts';

// Untyped, because the product's contract does not have these calls.
const { items } = (responseMarks as (key: string) => unknown)('GET /services') as Services;

export const placeholders: Readonly<Record<string, ReactNode>> = {
  '/': (
    <Page heading="Services">
      {items.map(({ id, name }) => (
        <p key={id}>{name}</p>
      ))}
    </Page>
  ),
};
