import type { Fact, Point } from 'virtual:specification';
import { platformEntries } from './platform-entries.ts';
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

type Row = readonly [
  title: string,
  home: string,
  noun: readonly [one: string, many: string],
  facts: readonly (readonly [name: string, detail: string, platform?: boolean])[],
];

/** The nine points as plain data; `established` is empty where nothing is established yet. */
export function pointsOf(sources: Sources): readonly Point[] {
  const { product, screens, entities, states, permissionsOf, calls, errors, constants } = sources;
  const exported = Object.values(entities).flatMap((file) => Object.entries(file));
  const schemas = exported.flatMap(([name, value]) => (isSchema(value) ? [{ name, schema: value }] : []));
  const functions = exported.filter(([, value]) => typeof value === 'function');
  const isPlatform = (kind: keyof typeof platformEntries, name: string) =>
    platformEntries[kind].includes(name);
  const rows: readonly Row[] = [
    [
      'Purpose',
      'product.ts',
      ['statement', 'statements'],
      product.purpose ? [[product.name, product.purpose]] : [],
    ],
    [
      'Screens and routes',
      '../../../client/src/app/screens.ts',
      ['screen', 'screens'],
      screens.map(({ path, title }) => [
        `${String(constants['BASE_PATH'])}${path}`,
        title,
        isPlatform('screens', path),
      ]),
    ],
    [
      'Entities and their fields',
      'entities/',
      ['entity', 'entities'],
      schemas.flatMap(({ name, schema }) => (schema.properties ? [[name, fieldsOf(schema)] as const] : [])),
    ],
    [
      'States and transitions',
      'states/',
      ['state', 'states'],
      Object.values(states).flatMap((file) => transitionsOf(file)),
    ],
    [
      'Validation rules',
      'entities/',
      ['rule', 'rules'],
      [
        ...schemas.flatMap(({ name, schema }) => rulesOf(name, schema)),
        ...functions.map(([name]) => [name, 'a rule in code'] as const),
      ],
    ],
    [
      'Roles and permissions',
      'permissions.ts',
      ['role', 'roles'],
      Object.entries(permissionsOf).map(([role, permissions]) => [
        role,
        permissions.join(', ') || 'may do nothing',
        isPlatform('roles', role),
      ]),
    ],
    [
      'Calls',
      'calls/',
      ['call', 'calls'],
      Object.entries(calls).map(([call, { summary }]) => [
        call.replace(' ', ` ${String(constants['API_PATH'])}`),
        summary,
        isPlatform('calls', call),
      ]),
    ],
    [
      'Error catalogue',
      'errors.ts',
      ['error', 'errors'],
      Object.entries(errors).map(([code, { status, title }]) => [
        code,
        `${status} ${title}`,
        isPlatform('errors', code),
      ]),
    ],
    [
      'Constants and limits',
      'constants.ts',
      ['constant', 'constants'],
      constantsOf(constants).map(([name, value]) => [
        name,
        withUnit(name, value),
        isPlatform('constants', name),
      ]),
    ],
  ];
  return rows.map(([title, home, noun, facts]) => {
    const established = facts.map(([name, detail, platform = false]): Fact => ({ name, detail, platform }));
    return {
      title,
      home: home.replace('../../../', '').replace(/^(?!client)/, 'bff/src/contract/'),
      standing: standingOf(established, noun),
      established,
    };
  });
}

function standingOf(facts: readonly Fact[], [one, many]: readonly [string, string]): string {
  const platform = facts.filter((fact) => fact.platform).length;
  const count = (owner: string, n: number) => (n > 0 ? [`${n} ${owner} ${n === 1 ? one : many}`] : []);
  const products = count('product', facts.length - platform);
  if (platform > 0 && products.length === 0) products.push(`no product ${many} yet`);
  return [...count('platform', platform), ...products].join('; ');
}

/** Every constant; one level of grouping, such as `limits`, is opened. */
const constantsOf = (constants: Readonly<Record<string, unknown>>): [name: string, value: unknown][] =>
  Object.entries(constants).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? constantsOf(value as Readonly<Record<string, unknown>>)
      : [[name, value]],
  );

const units = [
  { suffix: '_MS', unit: 's', size: 1_000, smaller: 'ms' },
  { suffix: '_BYTES', unit: 'MiB', size: 1_048_576, smaller: 'bytes' },
  { suffix: '_BYTES', unit: 'KiB', size: 1_024, smaller: 'bytes' },
];

function withUnit(name: string, value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  const fitting = units.filter(({ suffix }) => name.endsWith(suffix));
  const whole = fitting.find(({ size }) => value % size === 0);
  if (whole) return `${value / whole.size} ${whole.unit}`;
  return [value, ...fitting.slice(0, 1).map(({ smaller }) => smaller)].join(' ');
}
