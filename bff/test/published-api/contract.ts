import type Type from 'typebox';
import { operations, type Body, type Operation, type Schema } from './document.ts';
import { bytes, defineErrors, empty, type Call, type Content, type ErrorEntry } from '#contract/define.ts';
import { platformErrors } from '#contract/platform-errors.ts';

export const roles = { anonymous: ['published:use'] } as const;

/** What the contract cannot say of the document, and why. */
export const inexpressible: { readonly what: string; readonly why: string }[] = [];

const isJson = (body: Body) => body !== undefined && /[/+]json$/.test(body.mediaType);

function contentOf(body: Body): Content {
  if (!body) return empty;
  return isJson(body) ? body.schema : bytes(body.mediaType);
}

function fieldsOf({ id, parameters }: Operation, place: string): Type.TObject | undefined {
  if (place === 'cookie') inexpressible.push({ what: id, why: 'a parameter in a cookie' });
  const own = parameters.filter((one) => one.in === place);
  if (own.length === 0) return undefined;
  const properties = Object.fromEntries(own.map(({ name, schema }) => [name, schema]));
  const required = own.filter((one) => one.required).map(({ name }) => name);
  return { type: 'object', properties, required } as unknown as Type.TObject;
}

const catalogue: Record<string, ErrorEntry> = {};
const shapes: Record<string, string> = {};

/** One entry for every status and shape of an error; its fields travel beside those of the problem. */
export function codeOf(status: number, body: Body): string {
  const shape = JSON.stringify([status, body?.schema]);
  const known = shapes[shape];
  if (known) return known;
  const code = `published-${status}-${Object.keys(catalogue).length + 1}`;
  catalogue[code] = {
    status,
    title: `Published ${status}`,
    detail: 'The published API answered with an error.',
    ...(body?.schema['properties'] !== undefined && { extra: body.schema as unknown as Type.TObject }),
  };
  shapes[shape] = code;
  return code;
}

function callOf(operation: Operation): Call {
  const { id, summary, body, replies } = operation;
  const parts = { params: fieldsOf(operation, 'path'), query: fieldsOf(operation, 'query') };
  const headers = fieldsOf(operation, 'header');
  const [ok, errors] = [
    [...replies].filter(([status]) => status < 400),
    [...replies].filter(([status]) => status >= 400),
  ];
  return {
    id,
    summary,
    permission: 'published:use',
    ...(parts.params && { params: parts.params }),
    ...(parts.query && { query: parts.query }),
    ...(headers && { headers }),
    ...(body && { body: isJson(body) ? body.schema : bytes(body.mediaType) }),
    ok: Object.fromEntries(ok.map(([status, reply]) => [status, contentOf(reply)])),
    errors: errors.map(([status, reply]) => codeOf(status, reply)),
  };
}

export const keyOf = ({ method, path }: Operation) =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}` as `${Operation['method']} /${string}`;

export const calls: Record<`${Operation['method']} /${string}`, Call> = Object.fromEntries(
  operations.map((operation) => [keyOf(operation), callOf(operation)]),
);

export const errors = defineErrors({ ...platformErrors, ...catalogue });

/** The fields of a body as the document has them. */
export const fieldNames = (schema: Schema) => Object.keys(schema['properties'] ?? {});
