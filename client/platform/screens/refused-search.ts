import { createContext } from 'react';

/** Problem of a call that has refused a parameter. */
export interface SearchProblem {
  readonly errors?: readonly {
    readonly in: string;
    readonly pointer: string;
    readonly detail: string;
    readonly rule?: string;
    readonly expected?: string | number | null;
  }[];
}

/** Problem of the call that has refused the screen's search. Undefined if no call has. */
export const RefusedSearch = createContext<SearchProblem | undefined>(undefined);
