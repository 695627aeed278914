import { matchPath } from 'react-router-dom';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { API_PATH } from '@web/bff/platform/contract/api-path';
import type { FlatField, Leaf } from '@web/bff/platform/contract/schema/leaf-node';
import { namesOf, nodeOf } from '@web/bff/platform/contract/schema/schema-node';
import { callIn } from '#platform/document/bootstrap-data.ts';
import { whereOf } from './document-screens.ts';
import type { Table } from './read-screens.ts';

/** Keywords that `readSearch` does not support. */
const UNSUPPORTED = [
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
];

const namesIn = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
const firstSegment = (path: string): string => path.split('/')[1] ?? '';

/** Returns the mistakes in the table of screens, one line each. Repeats some type checks, because Vite does not run the compiler. */
export function errorsOfScreens({ rows, calls, permissionsOf }: Table): string[] {
  const errors: string[] = [];
  const taken = [firstSegment(API_PATH.slice(BASE_PATH.length)), 'assets', firstSegment(BASE_PATH)];
  const permissions = Object.values(permissionsOf).flat();
  if (rows[0]?.path !== '/') errors.push('The first screen must be the home screen, with the path /.');
  rows.forEach((row, index) => {
    const { path, title, permission, search, prefetch = [], file } = row;
    const report = (what: string) => errors.push(`${path}: ${what}`);
    if (!/^\/$|^(\/[^/*]+)+$/.test(path))
      report(
        'a path must start with a slash, must not end with one, and must not contain an empty segment or *.',
      );
    if (title.trim() === '') report('has no title.');
    if (!file) report("load must be () => import('…'), without a call of then.");
    if (permission !== undefined && !permissions.includes(permission))
      report(`no role has the permission ${permission}.`);
    if (taken.includes(firstSegment(path)))
      report(`/${firstSegment(path)} is reserved for calls, built files or the base path.`);
    for (const earlier of rows.slice(0, index)) {
      // The product's sign-in screen may have the title of the platform's sign-in screen, the only screen without `permission`.
      if (earlier.title === title && earlier.permission)
        report(`has the title of ${earlier.path}, so their tabs look alike.`);
      if (matchPath(earlier.path, path)) report(`is never shown, because ${earlier.path} matches first.`);
    }
    const fields = Object.entries(search ?? {});
    for (const [name, field] of fields)
      for (const error of errorsOfField(field)) report(`search parameter ${name}: ${error}`);
    for (const [name, field] of fields)
      if (field.isRequired && field.keywords.default === undefined)
        report(`search parameter ${name} must be optional or have a default.`);
    for (const entry of prefetch) {
      const request = callIn(entry);
      for (const name of Object.keys(whereOf(entry)))
        if (!fields.some(([field]) => field === name))
          report(`prefetch ${request}: ${name} is not a search parameter.`);
      const [key = '', query = ''] = request.split('?');
      const call = Object.hasOwn(calls, key) ? calls[key] : undefined;
      if (!call) report(`prefetch: there is no call ${key}.`);
      const known = [...namesIn(path), ...fields.map(([name]) => name)];
      for (const name of namesIn(key))
        if (!namesIn(path).includes(name))
          report(`prefetch ${request}: :${name} is not a parameter of the path.`);
      for (const [name, value] of new URLSearchParams(query)) {
        if (call && !namesOf(nodeOf(call.query ?? {})).includes(name))
          report(`prefetch ${request}: ${key} takes no ${name}.`);
        if (value.startsWith(':') && !known.includes(value.slice(1)))
          report(`prefetch ${request}: ${value} is neither a parameter of the path nor a search parameter.`);
      }
    }
  });
  return errors;
}

function errorsOfField(field: FlatField): string[] {
  if (field.kind === 'array') return [...keywordErrors(field), ...errorsOfField(field.item)];
  if (field.kind !== 'unknown' && !field.isNullable) return keywordErrors(field);
  return ['must be a string, a number, a Boolean, a choice, or an array of these.'];
}

const keywordErrors = ({ keywords }: FlatField | Leaf): string[] =>
  Object.keys(keywords)
    .filter((keyword) => UNSUPPORTED.includes(keyword))
    .map((keyword) => `${keyword} cannot be read from an address.`);
