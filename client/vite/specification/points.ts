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

type Entry = readonly [name: string, detail: string, platform?: boolean];

/** The nine points as plain data; `established` is empty where nothing is established yet. */
export function pointsOf(sources: Sources): readonly Point[] {
  const { product, constants } = sources;
  const [basePath, apiPath] = [String(constants['BASE_PATH']), String(constants['API_PATH'])];
  const exported = Object.values(sources.entities).flatMap((file) => Object.entries(file));
  const schemas = exported.flatMap(([name, value]) => (isSchema(value) ? [{ name, schema: value }] : []));
  const functions = exported.filter(([, value]) => typeof value === 'function');
  const isPlatform = (kind: keyof typeof platformEntries, name: string) =>
    platformEntries[kind].includes(name);

  const purpose: Entry[] = product.purpose ? [[product.name, product.purpose]] : [];
  const screens = sources.screens.map(({ path, title }): Entry => [
    basePath + path,
    title,
    isPlatform('screens', path),
  ]);
  const entities = schemas.flatMap(({ name, schema }): Entry[] =>
    schema.properties ? [[name, fieldsOf(schema)]] : [],
  );
  const states = Object.values(sources.states).flatMap((file) => transitionsOf(file));
  const rules: Entry[] = [
    ...schemas.flatMap(({ name, schema }) => rulesOf(name, schema)),
    ...functions.map(([name]): Entry => [name, 'a rule in code']),
  ];
  const roles = Object.entries(sources.permissionsOf).map(([role, may]): Entry => [
    role,
    may.join(', ') || 'may do nothing',
    isPlatform('roles', role),
  ]);
  const calls = Object.entries(sources.calls).map(([key, { summary }]): Entry => [
    key.replace(' ', ` ${apiPath}`),
    summary,
    isPlatform('calls', key),
  ]);
  const errors = Object.entries(sources.errors).map(([code, { status, title }]): Entry => [
    code,
    `${status} ${title}`,
    isPlatform('errors', code),
  ]);
  const limits = constantsOf(constants).map(([name, value]): Entry => [
    name,
    withUnit(name, value),
    isPlatform('constants', name),
  ]);

  const contract = 'bff/src/contract/';
  return [
    pointOf('Purpose', `${contract}product.ts`, 'statement', purpose),
    pointOf('Screens and routes', 'client/src/app/screens.ts', 'screen', screens),
    pointOf('Entities and their fields', `${contract}entities/`, 'entity', entities),
    pointOf('States and transitions', `${contract}states/`, 'state', states),
    pointOf('Validation rules', `${contract}entities/`, 'rule', rules),
    pointOf('Roles and permissions', `${contract}permissions.ts`, 'role', roles),
    pointOf('Calls', `${contract}calls/`, 'call', calls),
    pointOf('Error catalogue', `${contract}errors.ts`, 'error', errors),
    pointOf('Constants and limits', `${contract}constants.ts`, 'constant', limits),
  ];
}

function pointOf(title: string, home: string, noun: string, entries: readonly Entry[]): Point {
  const established = entries.map(([name, detail, platform = false]): Fact => ({ name, detail, platform }));
  const platform = established.filter((fact) => fact.platform).length;
  const plural = `${noun}s`.replace(/ys$/, 'ies');
  const count = (owner: string, n: number) => (n > 0 ? [`${n} ${owner} ${n === 1 ? noun : plural}`] : []);
  const products = count('product', established.length - platform);
  if (platform > 0 && products.length === 0) products.push(`no product ${plural} yet`);
  return { title, home, standing: [...count('platform', platform), ...products].join('; '), established };
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
