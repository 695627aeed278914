/** In every call of the client. Another site can send it only after a preflight (Fetch Standard, 3.3.2), which is never answered. */
export const CSRF_HEADER = 'x-requested-by';
