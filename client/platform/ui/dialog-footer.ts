import { createContext } from 'react';

/** Place in the footer of the dialog around a component, for its buttons. Null outside of a dialog. */
export const DialogFooter = createContext<HTMLElement | null>(null);
