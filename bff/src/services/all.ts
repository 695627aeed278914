/** The product's own services, such as a mailer or a cache, opened at startup in this order, and closed in reverse order. */
export const services = {};
