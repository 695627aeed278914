import type { Fact, Point } from 'virtual:specification';
import { platformFacts } from './platform-entries.ts';
import { fieldsOf, isSchema, rulesOf, transitionsOf } from './schema-rules.ts';

type Files = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What the nine points are read from: the contract's modules and the table of screens. */
export interface Sources {
  readonly product: { readonly name: string; readonly purpose: string | null };
  readonly screens: readonly { readonly path: string; readonly title: string }[];
  readonly entities: Files;
  readonly states: Files;
  readonly permissionsOf: Readonly<Record<string, readonly string[]>>;
  readonly calls: Readonly<Record<string, { readonly summary: string }>>;
  readonly errors: Readonly<Record<string, { readonly status: number; readonly title: string }>>;
  readonly constants: Readonly<Record<string, unknown>>;
}

/** The nine points as plain data; `established` is empty where nothing is established yet. */
export function pointsOf(sources: Sources): readonly Point[] {
  const { product, screens, entities, states, permissionsOf, calls, errors, constants } = sources;
  const basePath = String(constants['BASE_PATH']);
  const exported = Object.values(entities).flatMap((file) => Object.entries(file));
  const schemas = exported.filter((entry) => isSchema(entry[1]));
  return [
    point(
      1,
      'Purpose',
      'product.ts',
      ['statement', 'statements'],
      [...(product.purpose ? [fact(product.name, product.purpose)] : [])],
    ),
    point(
      2,
      'Screens and routes',
      '../../../client/src/app/screens.ts',
      ['screen', 'screens'],
      [...screens.map(({ path, title }) => fact(basePath + path, title, own('screens', path)))],
    ),
    point(
      3,
      'Entities and their fields',
      'entities/',
      ['entity', 'entities'],
      [
        ...schemas.flatMap(([name, schema]) =>
          isSchema(schema) && schema.properties ? [fact(name, fieldsOf(schema))] : [],
        ),
      ],
    ),
    point(
      4,
      'States and transitions',
      'states/',
      ['state', 'states'],
      [
        ...Object.values(states).flatMap((file) =>
          transitionsOf(file).map(([state, transitions]) => fact(state, transitions)),
        ),
      ],
    ),
    point(
      5,
      'Validation rules',
      'entities/',
      ['rule', 'rules'],
      [
        ...schemas.flatMap(([name, schema]) =>
          isSchema(schema) ? rulesOf(name, schema).map(([path, rules]) => fact(path, rules)) : [],
        ),
        ...exported.flatMap(([name, rule]) =>
          typeof rule === 'function' ? [fact(name, 'a rule in code')] : [],
        ),
      ],
    ),
    point(
      6,
      'Roles and permissions',
      'permissions.ts',
      ['role', 'roles'],
      [
        ...Object.entries(permissionsOf).map(([role, permissions]) =>
          fact(role, permissions.join(', ') || 'may do nothing', own('roles', role)),
        ),
      ],
    ),
    point(
      7,
      'Calls',
      'calls/',
      ['call', 'calls'],
      [
        ...Object.entries(calls).map(([call, { summary }]) =>
          fact(call.replace(' ', ` ${String(constants['API_PATH'])}`), summary, own('calls', call)),
        ),
      ],
    ),
    point(
      8,
      'Error catalogue',
      'errors.ts',
      ['error', 'errors'],
      [
        ...Object.entries(errors).map(([code, { status, title }]) =>
          fact(code, `${status} ${title}`, own('errors', code)),
        ),
      ],
    ),
    point(9, 'Constants and limits', 'constants.ts', ['constant', 'constants'], [...constantsOf(constants)]),
  ];
}

function point(
  number: number,
  title: string,
  file: string,
  [one, many]: readonly [string, string],
  established: readonly Fact[],
): Point {
  const platform = established.filter((entry) => entry.platform).length;
  const products = established.length - platform;
  const count = (owner: string, n: number): string => `${n} ${owner} ${n === 1 ? one : many}`;
  const standing = [
    ...(platform > 0 ? [count('platform', platform)] : []),
    ...(products > 0 ? [count('product', products)] : platform > 0 ? [`no product ${many} yet`] : []),
  ].join('; ');
  const home = file.startsWith('../../../') ? file.slice(9) : `bff/src/contract/${file}`;
  return { number, title, home, standing, established };
}

const fact = (name: string, detail: string, platform = false): Fact => ({ name, detail, platform });

const own = (kind: keyof typeof platformFacts, name: string): boolean => platformFacts[kind].includes(name);

/** Every value of the constants' file; one level of grouping, such as `limits`, is opened. */
function constantsOf(constants: Readonly<Record<string, unknown>>): Fact[] {
  return Object.entries(constants).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? constantsOf(value as Readonly<Record<string, unknown>>)
      : [fact(name, withUnit(name, value), own('constants', name))],
  );
}

function withUnit(name: string, value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  if (name.endsWith('_MS')) return value % 1000 === 0 ? `${value / 1000} s` : `${value} ms`;
  if (!name.endsWith('_BYTES')) return String(value);
  if (value % 1_048_576 === 0) return `${value / 1_048_576} MiB`;
  return value % 1024 === 0 ? `${value / 1024} KiB` : `${value} bytes`;
}
