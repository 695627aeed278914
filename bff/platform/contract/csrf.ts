/** Header that the client sends with every call. Another site can send it only after a preflight (Fetch Standard, 3.3.2), which always fails. */
export const CSRF_HEADER = 'x-requested-by';
