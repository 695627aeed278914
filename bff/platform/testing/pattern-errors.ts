import { checkSync } from 'recheck';
import type Type from 'typebox';
import type { ProductModules } from '#platform/product-modules.ts';
import type { Call } from '#platform/contract/call.ts';
import { isNonJson } from '#platform/contract/content.ts';
import { childrenOf, nodeOf, type SchemaNode } from '#platform/contract/schema/schema-node.ts';

const ADVICE = '(bff/docs/limits-and-timeouts.md#patterns)';

const reasons = new Map<string, string | undefined>();

/**
 * Lists the patterns that a hostile request or session could make slow: (a) patterns that take more than linear time; (b) patterns that the library
 * recheck cannot analyze, such as some with counts or lookaheads; (c) patterns of strings without `maxLength`. `maxLength` bounds the time of a slow
 * pattern that recheck misses. `checked` are the schemas passed to `checkOf`.
 */
export function patternErrors(
  { calls, session }: Pick<ProductModules, 'calls' | 'session'>,
  checked: readonly Type.TSchema[] = [],
): string[] {
  return [
    ...Object.entries<Call>(calls).flatMap(([key, { params, query, headers, body }]) =>
      errorsIn({ params, query, headers, ...(body && !isNonJson(body) && { body }) }, `'${key}' `),
    ),
    ...errorsIn({ ...session }, 'session '),
    ...checked.flatMap((schema) => errorsOf(schema, 'checkOf')),
  ];
}

const errorsIn = (schemas: object, place: string): string[] =>
  Object.entries(schemas).flatMap(([name, schema]) =>
    typeof schema === 'object' ? errorsOf(schema as object, place + name) : [],
  );

const errorsOf = (schema: object, place: string): string[] => errorsAt(nodeOf(schema), place);

function errorsAt(node: SchemaNode, place: string): string[] {
  const { pattern, maxLength } = node.keywords;
  const patterns = [pattern ?? [], (node.kind === 'record' && node.keyPattern) || []].flat();
  const found = patterns.map((source) => [source, reasonOf(source)]);
  if (pattern !== undefined && maxLength === undefined) found.push([pattern, `needs a maxLength ${ADVICE}`]);
  return [
    ...found.flatMap(([source, reason]) => (reason ? [`${place}: pattern ${source} ${reason}`] : [])),
    ...childrenOf(node).flatMap(([segment, child]) => errorsAt(child, `${place}/${segment}`)),
  ];
}

function reasonOf(pattern: string): string | undefined {
  // Analyzes twice before rejecting a pattern: recheck measures time, so on a busy machine it may call a fast pattern slow.
  if (!reasons.has(pattern)) reasons.set(pattern, analyze(pattern) && analyze(pattern));
  return reasons.get(pattern);
}

function analyze(pattern: string): string | undefined {
  // On a busy machine, the default of 10 s can be too short.
  const result = checkSync(pattern, 'u', { timeout: 120_000 });
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown') return `could not be checked: ${result.error.kind} ${ADVICE}`;
  return `takes ${result.complexity.type} time, for example for ${result.attack.pattern} ${ADVICE}`;
}
