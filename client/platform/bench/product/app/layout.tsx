import type { ReactNode } from 'react';
import { ScrollRestoration } from 'react-router-dom';
import { useAskBeforeLeaving } from '#platform/forms/unsaved/use-ask-before-leaving.ts';
import { Frame } from '#platform/bench/product/parts.tsx';

export function Layout({ children }: { children: ReactNode }) {
  useAskBeforeLeaving();
  return (
    <Frame>
      {children}
      <ScrollRestoration />
    </Frame>
  );
}
