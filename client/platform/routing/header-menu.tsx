import './header-menu.css';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { screens as messages } from '#platform/messages/first-load.ts';

/**
 * The parts of the header that collapse behind a button in a narrow window. In a wide one, they are items of the header itself. `details` is empty,
 * because the oldest supported browsers could not show its content in a wide window while it is closed.
 */
export const HeaderMenu = ({ children }: { readonly children: ReactNode }) => (
  <div className="header-menu">
    {/* A navigation replaces the element, and thereby closes the menu. Hydration keeps a menu open that the user has opened before. */}
    <details key={useLocation().key}>
      <summary>{messages.menu}</summary>
    </details>
    <div>{children}</div>
  </div>
);
