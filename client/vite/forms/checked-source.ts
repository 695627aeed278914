import { runInNewContext } from 'node:vm';
import { parseSync } from 'vite';

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const GLOBALS = new Set<string>(runInNewContext('Object.getOwnPropertyNames(globalThis)'));

/** The text of a function. Throws if it uses a name from outside, which the browser would not have. */
export function checkedSource(rule: (...args: never[]) => unknown): string {
  const source = `(${String(rule)})`;
  const { program, errors } = parseSync('rule.js', source);
  if (errors.length > 0) throw new Error(`A rule's function is to be an arrow function: ${source}`);
  const declared = new Set(GLOBALS);
  const used = new Set<string>();
  const visit = (value: unknown, isBinding: boolean): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, isBinding);
    if (!isNode(value)) return;
    if (value.type === 'Identifier') (isBinding ? declared : used).add(String(value['name']));
    for (const [part, child] of Object.entries(value)) {
      // The name of a member is no variable.
      if (['property', 'key'].includes(part) && value['computed'] === false) continue;
      visit(child, bindsIn(value.type, part, isBinding));
    }
  };
  visit(program, false);
  const foreign = [...used].filter((name) => !declared.has(name));
  if (foreign.length > 0)
    throw new Error(
      `A rule's function uses only its argument, but this one uses ${foreign.join(', ')}: ${source}`,
    );
  return source;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Whether the names in this part of a node are declared there. */
function bindsIn(type: string, part: string, isBinding: boolean): boolean {
  if (part === 'params' || part === 'param') return true;
  if (part === 'id') return true;
  if (type === 'AssignmentPattern') return part === 'left';
  return isBinding && ['ObjectPattern', 'ArrayPattern', 'Property', 'RestElement'].includes(type);
}
