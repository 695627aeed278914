import { platformError } from '#contract/kit/app-error.ts';

export type Scalar = string | number | boolean;
export type Query = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>;

/** The names in a template such as `/things/:thingId` or `/things/:thingId.json`. */
export type ParamsIn<P extends string> = P extends `${infer Segment}/${infer Rest}`
  ? ParamsIn<Segment> | ParamsIn<Rest>
  : P extends `:${infer Name}.${string}`
    ? Name
    : P extends `:${infer Name}`
      ? Name
      : never;

/** `P` if it is a literal in the code; `never` for a string that is built at run time. */
export type Literal<P extends string> = Record<never, never> extends Record<P, unknown> ? never : P;

/** One encoded segment of a path (RFC 3986, section 3.3). Throws `bad-request` for a value that would lead to another path. */
function segment(value: Scalar): string {
  const text = String(value);
  // Dot segments are removed even if encoded (RFC 3986, section 5.2.4); an empty segment is another path.
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed())
    throw platformError('bad-request', {
      cause: new Error(`${JSON.stringify(text)} cannot stand in a path`),
    });
  return encodeURIComponent(text);
}

const templates = new Map<string, readonly string[]>();

/** The literal parts of a template at even places, the names at odd ones. Throws a `TypeError` for an invalid template. */
function partsOf(template: string): readonly string[] {
  const known = templates.get(template);
  if (known) return known;
  if (
    !/^(?=\/)(\/(:\w+(\.[\w.-]+)?|[\w~!$&'()*+,;=@.-]+))*\/?$/.test(template) ||
    /\/\.{1,2}(\/|$)/.test(template)
  )
    throw new TypeError(`${template} is no path template`);
  const parts = template.split(/(?<=\/):(\w+)/);
  templates.set(template, parts);
  return parts;
}

/** Path and query of a request. Throws `bad-request` for a value that cannot be a segment, a `TypeError` for a missing one. */
export function urlOf(
  template: string,
  params: Readonly<Record<string, Scalar>> = {},
  query: Query = {},
): string {
  const path = partsOf(template).map((part, index) => {
    if (index % 2 === 0) return part;
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
