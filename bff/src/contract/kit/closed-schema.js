/**
 * The same schema, refusing fields that it does not name, all the way down; one that says itself what else it takes is left
 * alone. Where fields come from several schemas, they are counted together (`unevaluatedProperties`, JSON Schema 2020-12).
 */
export function closed(schema) {
  const close = (node, part = false) => {
    if (Array.isArray(node)) return node.map((one) => close(one, part));
    if (typeof node !== 'object' || node === null) return node;
    const given = node;
    const combined = 'allOf' in given;
    const out = { ...given };
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
  return close(schema);
}
