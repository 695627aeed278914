/**
 * Percent-encodes an event id, because clients send it back in a header. Keeps printable ASCII other than `%` and space. Throws a `TypeError` for an
 * empty id, which EventSource would not send back, or an id with a lone surrogate.
 */
export function encodeEventId(id: string): string {
  if (id === '' || !id.isWellFormed())
    throw new TypeError(`the event id ${JSON.stringify(id)} is empty or has a lone surrogate`);
  return id.replaceAll(/[^!-$&-~]+/g, encodeURIComponent);
}

/** Decodes a `Last-Event-ID`. Returns an id unchanged if its percent-encoding is malformed, because older versions of the BFF did not encode ids. */
export function decodeEventId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
