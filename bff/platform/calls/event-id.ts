/**
 * Percent-encodes an event id, because clients send it back in a header. Keeps printable ASCII other than `%` and space. Throws a `TypeError` for
 * an empty id, which EventSource does not send back, and for a lone surrogate.
 */
export function encodeEventId(id: string): string {
  if (id === '' || !id.isWellFormed())
    throw new TypeError(`the event id ${JSON.stringify(id)} is empty or has a lone surrogate`);
  return id.replaceAll(/[^!-$&-~]+/g, encodeURIComponent);
}

/** Decodes a `Last-Event-ID`. Returns an id with malformed percent-encoding unchanged, because BFFs of an older version did not encode ids. */
export function decodeEventId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
