/** True if the same request may succeed later: 429, and any status other than 4xx. */
export const isTemporary = ({ status }: { readonly status: number }): boolean =>
  status < 400 || status === 429 || status >= 500;
