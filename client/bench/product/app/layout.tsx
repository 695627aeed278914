import type { ReactNode } from 'react';
import { ScrollRestoration } from 'react-router-dom';
import { useAskBeforeLeaving } from '#platform/forms/use-ask-before-leaving.ts';
import { Frame } from '../parts.tsx';

export function Layout({ children }: { children: ReactNode }) {
  useAskBeforeLeaving();
  return (
    <Frame>
      {children}
      <ScrollRestoration />
    </Frame>
  );
}
