import { product } from '@web/bff/contract/product';
import type { ReactNode } from 'react';

/** A screen with its document title, which React moves into the head. Exactly one is shown at a time. */
export function TitledScreen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <title>{`${title} · ${product.name}`}</title>
      {children}
    </>
  );
}
