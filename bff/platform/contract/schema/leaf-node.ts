/** Constraints and annotations of a schema. */
export interface Keywords {
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly title?: string;
  readonly description?: string;
  /** The product's error text for all keywords, and by keyword. */
  readonly message?: string;
  readonly messages?: Readonly<Record<string, string>>;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export type Choice = string | number | boolean | null;

/** A string, number, Boolean or constant. */
export type LeafShape =
  | { readonly kind: 'string' | 'number' | 'integer' | 'boolean' | 'unknown' }
  /** A constant, an enum, a union of constants, or only null. */
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] };

export interface Common {
  readonly isNullable: boolean;
  readonly keywords: Keywords;
}

export type Leaf = LeafShape & Common;
type Schema = Readonly<Record<string, unknown>>;

/** Parses a schema without members and items. Returns undefined for any other schema. */
export function leafOf(schema: object): Leaf | undefined {
  const { type, anyOf, const: constant, enum: choices, ...keywords } = schema as Schema;
  if (anyOf) {
    const parts = (anyOf as readonly object[]).map(leafOf);
    return parts.includes(undefined) ? undefined : joined(parts as readonly Leaf[], keywords);
  }
  const constants = type === 'null' ? [null] : constant === undefined ? choices : [constant];
  if (constants) {
    const values = constants as readonly Choice[];
    const isNullable = values.includes(null);
    return { kind: 'choice', choices: values.filter((value) => value !== null), isNullable, keywords };
  }
  switch (type) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
      return { kind: type, isNullable: false, keywords };
    default:
      return undefined;
  }
}

/** Joins the parts of a union of constants, or of null and one other schema. Returns undefined for any other union. */
export function joined<Part extends Common & { readonly kind: string }>(
  parts: readonly (Part | Leaf)[],
  keywords: Keywords,
): Part | Leaf | undefined {
  const isNullable = parts.some((part) => part.isNullable);
  const choices = parts.flatMap((part) => (part.kind === 'choice' ? (part as Choices).choices : undefined));
  if (!choices.includes(undefined))
    return { kind: 'choice', choices: choices as readonly Choice[], isNullable, keywords };
  const [only, ...others] = parts.filter(
    (part) => part.kind !== 'choice' || (part as Choices).choices.length > 0,
  );
  return only && others.length === 0
    ? { ...only, isNullable, keywords: { ...only.keywords, ...keywords } }
    : undefined;
}
type Choices = Extract<Leaf, { readonly kind: 'choice' }>;

/** Member of a flat object: a leaf, an array of leaves, or `unknown` if it is neither. Can be sent as JSON. */
export type FlatField = (Leaf | ({ readonly kind: 'array'; readonly item: Leaf } & Common)) & {
  readonly isRequired?: true;
};

/** Parses an object whose members are leaves, or arrays of leaves, such as the search parameters of a screen. */
export function flatFieldsOf(schema: object): Readonly<Record<string, FlatField>> {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
  const fields = Object.entries(properties).map(([name, member]) => [
    name,
    { ...fieldOf(member), ...(required.includes(name) && { isRequired: true }) },
  ]);
  return Object.fromEntries(fields) as Readonly<Record<string, FlatField>>;
}

function fieldOf(schema: object): FlatField {
  const { items, ...keywords } = schema as Schema;
  const leaf = leafOf(items ?? schema);
  const common = { keywords, isNullable: false };
  if (!leaf) return { kind: 'unknown', ...common };
  return items ? { kind: 'array', item: leaf, ...common } : leaf;
}
