import type * as Type from 'typebox';
import { urlOf } from '#platform/api/url.ts';
import { readSearch, type SearchSchema } from './read-search.ts';
import type { ScreenRequest } from './screen-module.ts';

/** The names of the parameters in a path: `'thingId'` for `/things/:thingId`. */
type NamesIn<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? NamesIn<Segment> | NamesIn<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

type Readable = string | number | boolean | undefined;
/** Refuses a schema whose members cannot be read from an address. */
type Flat<Search> = {
  readonly [N in keyof Search]: Search[N] extends Readable | readonly Readable[]
    ? unknown
    : 'A search parameter is a text, a number, a Boolean, a choice, or an array of these';
};

/** Their values: `{ thingId: string }`. */
type Params<Path extends string> = { readonly [name in NamesIn<Path>]: string };

/** What a link says: `{ params: { thingId: '7' }, search: { page: 2 } }`. Only a path with parameters has `params`, and needs an argument. */
type Arguments<Path extends string, Search> =
  Record<never, never> extends Params<Path>
    ? [target?: { readonly params?: never; readonly search?: Partial<Search> }]
    : [target: { readonly params: Params<Path>; readonly search?: Partial<Search> }];

/** The address of a screen: what its row in the table, its loader and every link to it share. */
export interface ScreenAddress<
  Path extends `/${string}` = `/${string}`,
  Search = Readonly<Record<never, never>>,
> {
  readonly path: Path;
  readonly search: SearchSchema;
  /** The path of a link, with encoded parameters; a search parameter that has its default is left out. */
  readonly to: (...target: Arguments<Path, Search>) => string;
  /** The screen's loader, with its parameters and search parameters typed. */
  readonly loader: <Data>(
    load: (
      request: Omit<ScreenRequest, 'params'> & { readonly params: Params<Path>; readonly search: Search },
    ) => Data,
  ) => (request: ScreenRequest) => Data;
}

/**
 * Says where a screen is: `export const things = screenAt('/things', ThingQuery)`. The schema of the search parameters comes from
 * the contract's entities; each is optional or has a default. It lies in the feature's `shared/addresses.ts`, and a row takes it with `...things`.
 */
export function screenAt<
  const Path extends `/${string}`,
  S extends Type.TObject = Type.TObject<Record<never, never>>,
>(
  path: Path,
  schema?: S & { readonly properties: Flat<Type.Static<S>> },
): ScreenAddress<Path, Type.Static<S>> {
  const search = { properties: (schema?.properties ?? {}) as SearchSchema['properties'] };
  return {
    path,
    search,
    to: ({ params = {}, search: wanted = {} }: { params?: object; search?: object } = {}) => {
      const query = Object.entries(wanted).filter(
        ([name, value]) => JSON.stringify(search.properties[name]?.default) !== JSON.stringify(value),
      );
      return urlOf(path, { params: { ...params }, query: Object.fromEntries(query) });
    },
    loader: (load) => (request) =>
      load({ ...request, search: readSearch(search, request.url.searchParams) } as never),
  };
}
