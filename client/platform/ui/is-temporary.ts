/** True if the same request may succeed later. */
export const isTemporary = ({ status }: { readonly status: number }): boolean =>
  status < 400 || status === 429 || status >= 500;
