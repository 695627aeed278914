import type { ReactNode } from 'react';
import { ScrollRestoration } from 'react-router-dom';
import { Frame } from '../features/articles/frame.tsx';
import { useAskBeforeLeaving } from '#platform/forms/use-ask-before-leaving.ts';
import { Navigation } from './navigation.tsx';
import { SessionMenu } from './session/session-menu.tsx';

export function Layout({ children }: { children: ReactNode }) {
  useAskBeforeLeaving();
  const menu = (
    <>
      <Navigation />
      {import.meta.env.SIGN_IN && <SessionMenu />}
    </>
  );
  return (
    <Frame menu={menu}>
      {children}
      <ScrollRestoration />
    </Frame>
  );
}
