import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Schema } from './document.ts';

const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));

/** What of the schema a value breaks; nothing where it keeps to it. */
export function breaches(schema: Schema, value: unknown): string {
  const check = ajv.compile(schema);
  return check(value) ? '' : ajv.errorsText(check.errors);
}

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-11-21T10:20:30.000Z',
  date: '2026-11-21',
  uri: 'https://example.com/a?b=c',
  uuid: '7f0c5d0e-8a51-4c7a-9d0d-2f4b7a0c6f11',
  email: 'ann@example.com',
  byte: 'aGVsbG8=',
};

/** Nothing of this name, nor of this worth, is ever in the document. */
export const secret = { field: 'plantedField', worth: 'never leaves' };

type Draw = (below: number) => number;

/** Repeats itself for the same seed (a linear congruential generator). */
function drawing(seed: number): Draw {
  let state = seed * 7919 + 1;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

interface Options {
  readonly draw: Draw;
  readonly plant: boolean;
  readonly defs: Record<string, Schema>;
}

/** A value that the schema allows, the same for the same seed; `plant` adds fields that the schema does not name. */
export function sample(schema: Schema, seed: number, plant = false): unknown {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const of = (plant: boolean) =>
      valueOf(
        schema,
        {
          draw: drawing(seed + attempt * 1000),
          plant,
          defs: (schema['$defs'] ?? {}) as Options['defs'],
        },
        0,
      );
    if (breaches(schema, of(false)) === '') return of(plant);
  }
  throw new Error(`nothing found that satisfies ${JSON.stringify(schema).slice(0, 200)}`);
}

function valueOf(schema: Schema, options: Options, depth: number): unknown {
  const { draw, defs } = options;
  if (typeof schema['$ref'] === 'string')
    return valueOf(defs[schema['$ref'].slice('#/$defs/'.length)] ?? {}, options, depth + 1);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][draw(schema['enum'].length)];
  const union = (schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined;
  const parts = [
    ...((schema['allOf'] as Schema[] | undefined) ?? []),
    ...(union ? [choose(union, options, depth)] : []),
    ...('properties' in schema || 'additionalProperties' in schema ? [ownOf(schema)] : []),
  ];
  if (union || 'allOf' in schema) {
    const values = parts.map((part) => valueOf(part, options, depth));
    return values.length === 1 || !values.every((value) => typeof value === 'object')
      ? values[0]
      : Object.assign({}, ...values);
  }
  const types = [schema['type'] ?? 'any'].flat() as string[];
  return plainOf(types[draw(types.length)] ?? 'any', schema, options, depth);
}

const ownOf = ({ oneOf: _o, anyOf: _a, allOf: _l, ...own }: Schema): Schema => ({ type: 'object', ...own });

/** Deep inside, what ends soonest. */
function choose(union: readonly Schema[], { draw }: Options, depth: number): Schema {
  const ends = union.toSorted((one, other) => JSON.stringify(one).length - JSON.stringify(other).length);
  return (depth > 6 ? ends[0] : union[draw(union.length)]) ?? {};
}

function plainOf(type: string, schema: Schema, options: Options, depth: number): unknown {
  const { draw } = options;
  if (type === 'null') return null;
  if (type === 'boolean') return draw(2) === 1;
  if (type === 'integer' || type === 'number') return numberOf(type, schema, draw);
  if (type === 'array') return arrayOf(schema, options, depth);
  if (type === 'object') return objectOf(schema, options, depth);
  return textOf(schema, draw);
}

function numberOf(type: string, schema: Schema, draw: Draw): number {
  const low = Number(schema['minimum'] ?? 1);
  const whole = low + draw(Math.min(50, Number(schema['maximum'] ?? low + 50) - low));
  return type === 'number' && draw(2) === 1 ? whole + 0.5 : whole;
}

function textOf(schema: Schema, draw: Draw): string {
  const made = texts[String(schema['format'])];
  if (made) return made;
  const least = Number(schema['minLength'] ?? 1);
  const most = Number(schema['maxLength'] ?? 200);
  const plain = ['word', 'a-1', '#346DDB', '1', '5f3c', 'mailto:a@example.com', 'Ünï cøde "q" \n'];
  const patterned =
    'pattern' in schema ? plain.filter((one) => new RegExp(String(schema['pattern']), 'u').test(one)) : plain;
  return (patterned[draw(patterned.length)] ?? 'word').padEnd(least, 'x').slice(0, most);
}

function arrayOf(schema: Schema, options: Options, depth: number): unknown[] {
  const least = Number(schema['minItems'] ?? 0);
  const length = depth > 5 ? least : Math.max(least, options.draw(3));
  return Array.from({ length }, () => valueOf((schema['items'] ?? {}) as Schema, options, depth + 1));
}

function objectOf(schema: Schema, options: Options, depth: number): object {
  const { draw, plant } = options;
  const required = (schema['required'] ?? []) as string[];
  const named = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
    .filter(([name]) => required.includes(name) || (draw(10) < 6 && depth < 6))
    .map(([name, field]) => [name, valueOf(field, options, depth + 1)]);
  const more = schema['additionalProperties'];
  const free =
    typeof more === 'object' && more !== null
      ? [['anyKey', valueOf(more as Schema, options, depth + 1)]]
      : [];
  const open = more === true ? [['any', { nested: [1, 'two', null] }]] : [];
  const planted = plant && more === undefined ? [[secret.field, secret.worth]] : [];
  return Object.fromEntries([...named, ...free, ...open, ...planted]) as object;
}
