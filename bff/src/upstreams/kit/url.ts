import { platformError } from '#contract/kit/app-error.ts';

export type Scalar = string | number | boolean;
export type Query = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>;

/** The names in a template such as `/things/:thingId`. */
export type ParamsIn<P extends string> = P extends `${infer Segment}/${infer Rest}`
  ? ParamsIn<Segment> | ParamsIn<Rest>
  : P extends `:${infer Name}`
    ? Name
    : never;

/** A text that is written out in the code; one that is put together while running is not. */
export type Written<P extends string> = Record<never, never> extends Record<P, unknown> ? never : P;

/** One segment of a path (RFC 3986, section 3.3); what would lead to another path is refused with `bad-request`. */
function segment(value: Scalar): string {
  const text = String(value);
  // Dots cannot be encoded so that they stay a segment (RFC 3986, section 5.2.4); an empty one is another address.
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed())
    throw platformError('bad-request', {
      cause: new Error(`${JSON.stringify(text)} cannot stand in a path`),
    });
  return encodeURIComponent(text);
}

const templates = new Map<string, readonly string[]>();

/** The texts of a template and, between them, the names. */
function partsOf(template: string): readonly string[] {
  const known = templates.get(template);
  if (known) return known;
  if (!/^(?=\/)(\/(:\w+|[\w~!$&'()*+,;=@.-]+))*\/?$/.test(template) || /\/\.{1,2}(\/|$)/.test(template))
    throw new TypeError(`${template} is not a template of a path`);
  const parts = template.split(/(?<=\/):(\w+)/);
  templates.set(template, parts);
  return parts;
}

/** Path and query of a request, from a template and its values. */
export function address(
  template: string,
  params: Readonly<Record<string, Scalar>> = {},
  query: Query = {},
): string {
  const path = partsOf(template).map((part, at) => {
    if (at % 2 === 0) return part;
    const value = Object.hasOwn(params, part) ? params[part] : undefined;
    if (value === undefined) throw new TypeError(`${template} lacks ${part}`);
    return segment(value);
  });
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values ?? []].flat()) search.append(name, String(value));
  }
  return search.size > 0 ? `${path.join('')}?${search.toString()}` : path.join('');
}
