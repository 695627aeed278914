/** True if the same request may succeed later: any status except 4xx, and 429. */
export const isTemporary = ({ status }: { readonly status: number }): boolean =>
  status < 400 || status === 429 || status >= 500;
