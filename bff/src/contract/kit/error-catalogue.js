/** What every problem has (RFC 9457, section 3.1; here with a code and the request's id): no error has fields of these names. */
export const problemMembers = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'];
/** A catalogue, checked: throws if an error has a field of its own that every problem has already. */
export const defineErrors = (catalogue) => {
  for (const [code, { extra }] of Object.entries(catalogue))
    for (const name of problemMembers)
      if (extra && name in extra.properties)
        throw new Error(`${code}: every problem has a field ${name} already`);
  return catalogue;
};
