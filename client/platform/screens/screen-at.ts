import type * as Type from 'typebox';
import { flatFieldsOf } from '@web/bff/platform/contract/schema/leaf-node';
import { CallError } from '#platform/api/call-error.ts';
import { urlOf } from '#platform/api/url.ts';
import { readSearch, type SearchFields } from './read-search.ts';
import type { SearchProblem } from './refused-search.ts';
import type { ScreenRequest } from './screen-module.ts';

/** Parameter names of a path: `'thingId'` for `/things/:thingId`. */
type NamesIn<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? NamesIn<Segment> | NamesIn<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

type Readable = string | number | boolean | undefined;
/** Rejects a schema that `readSearch` cannot parse. */
type Flat<Search> = {
  readonly [N in keyof Search]: Search[N] extends Readable | readonly Readable[]
    ? unknown
    : 'A search parameter must be a string, number, Boolean, choice, or an array of these';
};

export type Params<Path extends string> = { readonly [name in NamesIn<Path>]: string };

type RequestOf<Path extends string> = Omit<ScreenRequest, 'params'> & { readonly params: Params<Path> };

/** Target of a link: `{ params: { thingId: '7' }, search: { page: 2 } }`. Optional for a path without parameters. */
type Arguments<Path extends string, Search> =
  Record<never, never> extends Params<Path>
    ? [target?: { readonly params?: never; readonly search?: Partial<Search> }]
    : [target: { readonly params: Params<Path>; readonly search?: Partial<Search> }];

/** Data of a screen whose search is invalid. Never, if each search parameter has a default. */
type Refused<Search> = Search extends Required<Search> ? never : null;

/** Address of a screen, shared by its entry in `screens.ts`, its loader and its links. */
export interface ScreenAddress<
  Path extends `/${string}` = `/${string}`,
  Search = Readonly<Record<never, never>>,
> {
  readonly path: Path;
  readonly search: SearchFields;
  /** Schema of the search parameters. */
  readonly schema: object;
  /** Builds a link's path with encoded parameters. Omits search parameters that equal their default. */
  readonly to: (...target: Arguments<Path, Search>) => string;
  /**
   * Wraps the screen's loader, to type `params` and to add the parsed `search`. If the search is invalid, the screen's `data` is null: the loader does
   * not run, or one of its calls has refused a parameter.
   */
  readonly loader: <Data>(
    load: (request: RequestOf<Path> & { readonly search: Search }) => Data,
  ) => (request: RequestOf<Path>) => Promise<Awaited<Data> | Refused<Search>>;
}

/**
 * Defines the address of a screen: `export const things = screenAt('/things', ThingQuery)` in the feature's `shared/addresses.ts`, used as
 * `...things` in `screens.ts`. The schema comes from the contract's entities; each search parameter is optional or has a default.
 */
export function screenAt<
  const Path extends `/${string}`,
  S extends Type.TObject = Type.TObject<Record<never, never>>,
>(
  path: Path,
  schema?: S & { readonly properties: Flat<Type.Static<S>> },
): ScreenAddress<Path, Type.Static<S>> {
  const search = flatFieldsOf(schema ?? {});
  return {
    path,
    search,
    schema: schema ?? {},
    to: ({ params = {}, search: wanted = {} }: { params?: object; search?: object } = {}) => {
      const query = Object.entries(wanted).filter(
        ([name, value]) => JSON.stringify(search[name]?.keywords.default) !== JSON.stringify(value),
      );
      return urlOf(path, { params: { ...params }, query: Object.fromEntries(query) });
    },
    loader:
      (load) =>
      async (request): Promise<never> => {
        const { values, isRefused } = readSearch(search, request.url.searchParams);
        if (isRefused) return null as never;
        try {
          return (await load({ ...request, search: values } as never)) as never;
        } catch (error) {
          // `loadScreen` turns a returned error into null, and gives its problem to the `SearchForm`.
          if (isAboutSearch(error, search)) return error as never;
          throw error;
        }
      },
  };
}

/** True if a call has refused a search parameter without a default. */
const isAboutSearch = (error: unknown, fields: SearchFields): boolean =>
  error instanceof CallError &&
  (error.problem as SearchProblem).errors?.some(({ in: place, pointer }) => {
    const { keywords } = fields[pointer.split('/')[1] ?? ''] ?? {};
    return place === 'query' && keywords && keywords.default === undefined;
  }) === true;
