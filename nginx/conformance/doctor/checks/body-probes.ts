import { gzipSync } from 'node:zlib';
import { limits } from '@web/bff/contract/kit/limits';
import { BYTES } from '@web/bff/edge/diagnostics';
import { words } from '../../checks.ts';
import type { Kind } from '../advice.ts';
import { KIB, type CombinedProbe, type Probe } from './probes.ts';
import { texts } from './texts.ts';

const post = (type: string, content: string | Buffer, otherwise: Kind): Probe => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: content,
  otherwise,
  what: `a body of ${Buffer.byteLength(content)} bytes, ${type}`,
});
const TEXT = texts.join(' ');
/** A body of so many bytes. */
export const body = (type: string, bytes: number): Probe =>
  post(type, Buffer.alloc(bytes, TEXT), 'body-limit');
const FORM = 'multipart/form-data; boundary=part';
const bodyOf = (type: string, write: (parts: readonly string[]) => string, all = texts): CombinedProbe => ({
  parts: all,
  probeOf: (parts) => {
    const probe = post(type, write(parts), 'body-refused');
    return parts.length === 1 ? { ...probe, what: `${probe.what}, with ${JSON.stringify(parts[0])}` } : probe;
  },
});
/** What hops that read JSON take for something else. */
const MEMBERS = '"a":"" "b":{} "c":[] "d":null "e":false "f":0 "g":1.0 "$h":1 "i.j":1 "k[]":1 "":1 "L_m-n":1';
/** What people write, as forms send it. */
export const userTexts = [
  bodyOf('application/json', (parts) => JSON.stringify({ parts })),
  bodyOf('application/json', (parts) => `{${parts.join(',')}}`, words(MEMBERS)),
  bodyOf('application/x-www-form-urlencoded', (parts) =>
    new URLSearchParams(parts.map((part) => ['a', part])).toString(),
  ),
  bodyOf(FORM, (parts) => {
    const disposition = 'Content-Disposition: form-data; name="a"; filename=';
    const files = parts.map(
      (part) => `--part\r\n${disposition}"${part.replaceAll(/["\r\n]/g, '_')}"\r\n\r\n${part}\r\n`,
    );
    return `${files.join('')}--part--\r\n`;
  }),
];
/** Valid, and otherwise than a printer would write it. */
const contents: readonly (readonly [type: string, content: string | Buffer])[] = [
  ['application/json', '{ "a":  "\\u00e9", "b": 1.0, "c": 12345678901234567890, "c": null }\n'],
  [
    'application/json; charset=utf-8',
    JSON.stringify({ a: 'x'.repeat(600), b: Array.from({ length: 30 }, () => 1) }),
  ],
  ['application/json', `${'['.repeat(12)}${']'.repeat(12)}`],
  ['application/x-www-form-urlencoded', 'a=1+2&b=%20&c'],
  ['text/plain; charset=iso-8859-1', Buffer.from('é\r\n', 'latin1')],
  ['application/octet-stream', BYTES],
  // What browsers report with.
  ['application/csp-report', '{ "csp-report": {} }'],
  ['application/reports+json', '[]'],
  ['application/merge-patch+json', '{ "a": null }'],
  ['application/vnd.api+json', '{}'],
  ['application/graphql', '{ a }'],
  ['application/xml', '<?xml version="1.0"?>\n<a />\n'],
  ['text/csv', `a;b\r\n=1+1;${TEXT}\r\n`],
  ['image/png', Buffer.from('89504e470d0a1a0a0000', 'hex')],
  ['application/pdf', '%PDF-1.4\n'],
];
const packed = post('application/json', gzipSync('{}'), 'body-refused');
export const types = contents
  .map(([type, content]) => post(type, content, 'body-refused'))
  .concat({
    ...packed,
    headers: { ...packed.headers, 'content-encoding': 'gzip' },
    what: 'a body with gzip',
  })
  .concat({ ...packed, hopFields: { 'transfer-encoding': 'chunked' }, what: 'a body in chunks' })
  .concat({ ...packed, hopFields: { expect: '100-continue' }, what: 'Expect: 100-continue' });
export const bodies = [body('application/octet-stream', 64 * KIB), body(FORM, limits.BODY_BYTES)];
