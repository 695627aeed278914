import './layout.css';
import { BASE_PATH } from '@web/bff/contract/constants';
import { product } from '@web/bff/contract/product';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { type Location, ScrollRestoration } from 'react-router-dom';
import { useAskBeforeLeaving } from '#platform/forms/use-ask-before-leaving.ts';
import { messages } from '#messages/platform/screens.ts';
import { ScreenLink } from '#ui/screen-link.tsx';
import { Navigation } from './navigation.tsx';
import { focusOn } from './routing/focus.ts';
import { SessionMenu } from './session/session-menu.tsx';

/** Other applications on the origin share the storage. */
const SCROLL_KEY = `${BASE_PATH.slice(1)}:scroll-positions`;

/** Every first load of a tab has the same key, whatever its address. */
const keyOf = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key);

/**
 * The frame around every screen.
 *
 * It is prerendered once, at `/`, signed out, and hydrated as it is. What depends on the address must render after hydration:
 * `useDeferredValue(useLocation().pathname, '')`. A `ScreenLink` marks the current screen in this way. Who is signed in is not known
 * before hydration either: `useSession` and `useMay` wait for it.
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
        <Navigation />
        {import.meta.env.SIGN_IN && <SessionMenu />}
      </header>
      <main className="layout-main" id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer className="layout-footer">
        <p>{product.purpose ?? 'A foundation, waiting for its product.'}</p>
      </footer>
      <ScrollRestoration storageKey={SCROLL_KEY} getKey={keyOf} />
    </div>
  );
}
