import { product } from '@web/bff/platform/contract/product/product';
import { type ReactNode, useEffect } from 'react';
import { focusIfDue } from './focus.ts';

export const ScreenTitle = ({ title }: { title: string }) => <title>{`${title} · ${product.name}`}</title>;

/** Renders a screen and its document title. After a navigation, focuses the screen's heading. */
export function TitledScreen({ title, children }: { title: string; children: ReactNode }) {
  useEffect(focusIfDue, []);
  return (
    <>
      <ScreenTitle title={title} />
      {children}
    </>
  );
}
