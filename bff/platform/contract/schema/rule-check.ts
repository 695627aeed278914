import type { Rule } from '#platform/contract/rules.ts';
import { guard } from './guarded-value.ts';
import { escaped, segmentsOf } from './json-pointer.ts';
import type { RuleSource } from './rule-source.ts';
import { childOf, childrenOf, nodeAt, objectsOf, type SchemaNode } from './schema-node.ts';

/** Violated rule, in the form of Ajv's errors. */
export interface BrokenRule {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** `invalid` lists the pointers of the value's schema errors. */
export type RuleCheck = (value: unknown, invalid: readonly string[], pointer?: string) => BrokenRule[];

/** Creates a function that checks the rules of a schema and of its members. Returns undefined if there are no rules. */
export function ruleCheckOf(node: SchemaNode): RuleCheck | undefined {
  const rules = node.sources.flatMap((source) =>
    (source.rules as readonly Rule<unknown>[])
      .filter(({ field }) => field === undefined || nodeAt(node, segmentsOf(field)))
      .map((rule) => [rule, source] as const),
  );
  const checkParts = partsCheckOf(node);
  if (rules.length === 0) return checkParts;
  return (value, invalid, pointer = '') => {
    if (typeof value !== 'object' || value === null) return [];
    const broken = invalid.includes(pointer)
      ? []
      : rules.flatMap(([rule, source]) => {
          const missing = missingFields(source, node, value).map((name) => `${pointer}/${escaped(name)}`);
          return brokenBy(rule, value, [...invalid, ...missing], pointer);
        });
    return [...broken, ...(checkParts?.(value, invalid, pointer) ?? [])];
  };
}

/** Lists the fields for which the rules were written, and which a derived schema or its value lacks. */
const missingFields = ({ members }: RuleSource, node: SchemaNode, value: object): string[] =>
  [...members.keys()].filter((name) => {
    const isDeclared = childOf(node, name, value) !== undefined;
    return !isDeclared || (members.get(name) && !Object.hasOwn(value, name));
  });

/** Checks the rules of an object's members, of an array's items and of a record's values. */
function partsCheckOf(node: SchemaNode): RuleCheck | undefined {
  if (node.kind === 'union') {
    const checks = new Map(objectsOf(node).map((branch) => [branch, ruleCheckOf(branch)]));
    if (![...checks.values()].some(Boolean)) return undefined;
    return (value, invalid, pointer) => {
      const [branch, ...others] = objectsOf(node, value);
      return (branch && others.length === 0 && checks.get(branch)?.(value, invalid, pointer)) || [];
    };
  }
  const checks = new Map(childrenOf(node).map(([name, child]) => [name, ruleCheckOf(child)]));
  if (![...checks.values()].some(Boolean)) return undefined;
  return (value, invalid, pointer = '') =>
    typeof value === 'object' && value !== null && Array.isArray(value) === (node.kind === 'array')
      ? Object.entries(value).flatMap(
          ([name, part]) =>
            checks.get(node.kind === 'object' ? name : '*')?.(part, invalid, `${pointer}/${escaped(name)}`) ??
            [],
        )
      : [];
}

/** Runs a rule. Returns its violations, except those that a schema error or a missing field may have caused. */
function brokenBy(
  { field = '', rule, message, check }: Rule<unknown>,
  value: unknown,
  invalid: readonly string[],
  pointer: string,
): BrokenRule[] {
  const { guarded, read } = guard(value, invalid, pointer);
  const results = tryCheck(check, guarded, read);
  const places = typeof results === 'boolean' ? (results ? [] : [field]) : results;
  const isReliable = (place: string) =>
    [...read].every((bad) => typeof results !== 'boolean' && areInSeparateItems(bad, pointer + place));
  return places.filter(isReliable).map((place) => ({
    instancePath: pointer + place,
    keyword: rule,
    message,
    params: { isOwn: true },
  }));
}

/** Runs a rule. If the rule throws after it has read an invalid field, returns no violations: the field may have the wrong type. */
function tryCheck(check: Rule<unknown>['check'], value: unknown, read: ReadonlySet<string>) {
  try {
    return check(value);
  } catch (error) {
    if (read.size === 0) throw error;
    return [];
  }
}

/** True if two pointers are in different items of one array. */
function areInSeparateItems(one: string, other: string): boolean {
  const [segments, others] = [segmentsOf(one), segmentsOf(other)];
  const at = segments.findIndex((segment, index) => segment !== others[index]);
  return [segments[at], others[at]].every((segment = '') => /^\d+$/.test(segment));
}
