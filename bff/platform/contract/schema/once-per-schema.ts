/** Returns a function that creates a result for a schema at its first use, once a process. */
export function oncePerSchema<S extends object, Result>(
  create: (schema: S) => Result,
): (schema: S) => Result {
  const created = new WeakMap<S, Result>();
  return (schema) => {
    const known = created.get(schema);
    if (known !== undefined) return known;
    const result = create(schema);
    created.set(schema, result);
    return result;
  };
}
