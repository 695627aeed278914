import './layout.css';
import { BASE_PATH } from '@web/bff/contract/constants';
import { product } from '@web/bff/contract/product';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { ScrollRestoration } from 'react-router-dom';
import { useAskBeforeLeaving } from '#platform/forms/unsaved/use-ask-before-leaving.ts';
import { screens as messages } from '#platform/messages/first-load.ts';
import { titles } from '#messages/titles.ts';
import { ScreenLink } from '#platform/ui/screen-link.tsx';
import { Navigation } from './navigation.tsx';
import { focusOn } from '#platform/routing/focus.ts';
import { HeaderMenu } from '#platform/routing/header-menu.tsx';
import { LanguageSwitch } from '#platform/routing/language-switch.tsx';
import { SessionMenu } from '#platform/session/views/session-menu.tsx';

/** Storage key, prefixed because other applications on the origin share the storage. */
const SCROLL_KEY = `${BASE_PATH}:scroll-positions`;

/**
 * Renders the layout around every screen. The layout is prerendered at `/` for an anonymous user, and hydrated at any address. So use the address
 * only after hydration: `useDeferredValue(useLocation().pathname, '')`. `ScreenLink`, `useSession` and `useCan` already wait for hydration.
 */
export function Layout({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useAskBeforeLeaving();

  const skip = (event: MouseEvent) => {
    event.preventDefault();
    focusOn(main.current);
    main.current?.scrollIntoView();
  };

  return (
    <div className="layout">
      <a className="layout-skip" href="#main" onClick={skip}>
        {messages.skip}
      </a>
      <header className="layout-header">
        <ScreenLink className="layout-home" to="/">
          <svg className="layout-mark" viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="8" />
            <path d="M19.5 7 12.5 25" />
          </svg>
          {product.name}
        </ScreenLink>
        <HeaderMenu>
          <Navigation />
          <LanguageSwitch label={titles.language} />
          <SessionMenu />
        </HeaderMenu>
      </header>
      <main className="layout-main" id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer className="layout-footer">
        <p>{titles.footer}</p>
      </footer>
      <ScrollRestoration storageKey={SCROLL_KEY} />
    </div>
  );
}
