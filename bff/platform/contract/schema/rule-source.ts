/** Rules of a schema, with its members: true for the required ones. */
export interface RuleSource {
  readonly rules: readonly unknown[];
  readonly members: ReadonlyMap<string, boolean>;
}

/** Hidden members: the rules of a schema, and those of the object for which a member was declared. TypeBox copies hidden members. */
const [RULES, ORIGIN] = ['~rules', '~origin'] as const;
export const HIDDEN: readonly string[] = [RULES, ORIGIN];

type Hiding = Readonly<Partial<Record<typeof RULES | typeof ORIGIN, readonly RuleSource[]>>>;

export const ownSources = (schema: Hiding): readonly RuleSource[] => schema[RULES] ?? [];
export const inheritedSources = (member: Hiding): readonly RuleSource[] => member[ORIGIN] ?? [];

/**
 * Copies a schema with rules. The copies of its members keep the rules too, so that a schema that is derived from it (`Type.Pick`, `Type.Omit`,
 * `Type.Partial`, a spread of its members) has the rules whose fields it has.
 */
export function withRuleSource<S extends object>(schema: S, rules: readonly unknown[]): S {
  const { properties, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
  const names = Object.keys(properties ?? {});
  const source: RuleSource = {
    rules,
    members: new Map(names.map((name) => [name, required.includes(name)])),
  };
  const hide = <T extends Hiding>(part: T, name: keyof Hiding): T => {
    const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(part)) as T;
    return Object.defineProperty(copy, name, { value: [...(part[name] ?? []), source], configurable: true });
  };
  const copy = hide(schema, RULES);
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, hide(member, ORIGIN)]);
  return properties ? Object.assign(copy, { properties: Object.fromEntries(members) as object }) : copy;
}
