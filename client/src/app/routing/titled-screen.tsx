import { product } from '@web/bff/contract/product';
import { type ReactNode, useEffect } from 'react';
import { focusIfDue } from './focus.ts';

export const ScreenTitle = ({ title }: { title: string }) => <title>{`${title} · ${product.name}`}</title>;

/** A screen with its document title, which React moves into the head. After a navigation it takes the focus. */
export function TitledScreen({ title, children }: { title: string; children: ReactNode }) {
  useEffect(focusIfDue, []);
  return (
    <>
      <ScreenTitle title={title} />
      {children}
    </>
  );
}
