interface Node {
  readonly [keyword: string]: unknown;
}

/**
 * The same schema, which refuses unknown fields at every depth. A schema with its own rule for other fields keeps it. For `allOf` the
 * fields of all parts are known (`unevaluatedProperties`, JSON Schema 2020-12, section 11.3).
 */
export function closed<S extends object>(schema: S): S {
  const close = (node: unknown, part = false): unknown => {
    if (Array.isArray(node)) return node.map((one) => close(one, part));
    if (typeof node !== 'object' || node === null) return node;
    const given = node as Node;
    const combined = 'allOf' in given;
    const out: Record<string, unknown> = { ...given };
    for (const keyword of ['properties', 'patternProperties', '$defs']) {
      const children = given[keyword];
      if (typeof children === 'object' && children !== null)
        out[keyword] = Object.fromEntries(
          Object.entries(children).map(([name, child]) => [name, close(child)]),
        );
    }
    for (const keyword of ['items', 'prefixItems', 'additionalProperties']) {
      if (typeof given[keyword] === 'object') out[keyword] = close(given[keyword]);
    }
    for (const keyword of ['anyOf', 'oneOf'])
      if (keyword in given) out[keyword] = close(given[keyword], part);
    if (combined) out['allOf'] = close(given['allOf'], true);
    const open =
      'additionalProperties' in given || 'unevaluatedProperties' in given || 'patternProperties' in given;
    if (part || open || !('properties' in given || combined)) return out;
    return { ...out, [combined ? 'unevaluatedProperties' : 'additionalProperties']: false };
  };
  return close(schema) as S;
}
