import { createContext } from 'react';

/** Element in the footer of the enclosing dialog, to which components add their buttons. Null outside of a dialog. */
export const DialogFooter = createContext<HTMLElement | null>(null);
