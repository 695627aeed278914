import type { ReactNode } from 'react';
import { ScrollRestoration } from 'react-router-dom';
import { Frame } from '../features/articles/frame.tsx';
import { useAskBeforeLeaving } from '#platform/forms/use-ask-before-leaving.ts';

export function Layout({ children }: { children: ReactNode }) {
  useAskBeforeLeaving();
  return (
    <Frame>
      {children}
      <ScrollRestoration />
    </Frame>
  );
}
