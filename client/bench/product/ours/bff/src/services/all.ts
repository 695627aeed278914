/** The product's own services, such as a mailer or a cache: opened at start in this order, closed at the end in reverse. */
export const services = {};
