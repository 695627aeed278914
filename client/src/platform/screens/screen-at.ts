import type * as Type from 'typebox';
import { urlOf } from '#platform/api/url.ts';
import { readSearch, type SearchSchema } from './read-search.ts';
import type { ScreenRequest } from './screen-module.ts';

/** The names in a path such as `/things/:thingId`. */
type ParamsIn<P extends string> = P extends `${infer Segment}/${infer Rest}`
  ? ParamsIn<Segment> | ParamsIn<Rest>
  : P extends `:${infer Name}`
    ? Name
    : never;

type Params<P extends string> = { readonly [name in ParamsIn<P>]: string };
type Target<P extends string, V> = ([ParamsIn<P>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Params<P> }) & { readonly search?: Partial<V> };
type Arguments<P extends string, V> = [ParamsIn<P>] extends [never]
  ? [target?: Target<P, V>]
  : [target: Target<P, V>];

/** The address of a screen: what its row in the table, its loader and every link to it share. */
export interface ScreenAddress<P extends `/${string}` = `/${string}`, V = Readonly<Record<never, never>>> {
  readonly path: P;
  readonly search: SearchSchema;
  /** The path of a link, with encoded parameters; a search parameter that has its default is left out. */
  readonly to: (...args: Arguments<P, V>) => string;
  /** The screen's loader, with its parameters and search parameters typed. */
  readonly loader: <D>(
    load: (request: Omit<ScreenRequest, 'params'> & { readonly params: Params<P>; readonly search: V }) => D,
  ) => (request: ScreenRequest) => D;
}

/**
 * Says where a screen is: `export const things = screenAt('/things', ThingQuery)`. The schema of the search parameters comes from
 * the contract's entities; each is optional or has a default. It lies in the feature's `shared/addresses.ts`, and a row takes it with `...things`.
 */
export function screenAt<
  const P extends `/${string}`,
  S extends Type.TObject = Type.TObject<Record<never, never>>,
>(path: P, schema?: S): ScreenAddress<P, Type.Static<S>> {
  const search = { properties: (schema?.properties ?? {}) as SearchSchema['properties'] };
  return {
    path,
    search,
    to: ({ params = {}, search: wanted = {} }: { params?: object; search?: object } = {}) => {
      const given = Object.entries(wanted).filter(
        ([name, value]) => JSON.stringify(search.properties[name]?.default) !== JSON.stringify(value),
      );
      return urlOf(path, { params: { ...params }, query: Object.fromEntries(given) });
    },
    loader: (load) => (request) =>
      load({ ...request, search: readSearch(search, request.url.searchParams) } as never),
  };
}
