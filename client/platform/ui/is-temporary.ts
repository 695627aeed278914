/** True unless a problem's status is about what was asked for, such as 404 or 403. */
export const isTemporary = ({ status }: { readonly status: number }): boolean =>
  status < 400 || status === 429 || status >= 500;
