/** The members of an error of Ajv that are read. */
interface SchemaError {
  /** A JSON pointer (RFC 6901) to the value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A JSON pointer to the invalid field. A missing or an unknown field is pointed at itself, not at its parent. */
export function pointerOf({ instancePath, params }: SchemaError): string {
  const field = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof field !== 'string') return instancePath;
  return `${instancePath}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
