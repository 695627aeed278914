import { product } from '@web/bff/platform/contract/product/product';
import { type ReactNode, useEffect } from 'react';
import { focusIfDue } from './focus.ts';

export const ScreenTitle = ({ title }: { title: string }) => <title>{`${title} · ${product.name}`}</title>;

/** Renders a screen and its document title, and focuses it after a navigation. */
export function TitledScreen({ title, children }: { title: string; children: ReactNode }) {
  useEffect(focusIfDue, []);
  return (
    <>
      <ScreenTitle title={title} />
      {children}
    </>
  );
}
