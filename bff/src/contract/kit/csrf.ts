/**
 * The field that every call of the client carries. Another site's page may send it only after a preflight, which nothing here answers
 * (Fetch Standard, section 3.3.2).
 */
export const CSRF_HEADER = 'x-requested-by';
