/**
 * The header field of every call of the client. A page of another site can send it only after a preflight (Fetch Standard, section
 * 3.3.2), which is never answered.
 */
export const CSRF_HEADER = 'x-requested-by';
