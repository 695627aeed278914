/**
 * Percent-encodes an event's id as UTF-8, except printable ASCII without percent signs and spaces. Clients send it back in a header, whose values are
 * bytes without surrounding spaces. Throws a `TypeError` for an empty id, which EventSource does not send back, and for a lone surrogate.
 */
export function encodeEventId(id: string): string {
  if (id === '' || !id.isWellFormed())
    throw new TypeError(`the event id ${JSON.stringify(id)} is empty or has a lone surrogate`);
  return id.replaceAll(/[^!-$&-~]+/g, encodeURIComponent);
}

/** Decodes a `Last-Event-ID`. Returns one with malformed percent-encoding as it is: an older BFF did not encode ids. */
export function decodeEventId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
