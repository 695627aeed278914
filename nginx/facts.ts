/**
 * Writes, as a file for the shell, what nginx takes from the contract, the BFF and the build, so that nothing is said twice:
 * `node nginx/facts.ts > facts.env`. Run when the image is built, after the client.
 */
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { BASE_PATH, limits } from '../bff/src/contract/constants.ts';
import { errors, type ErrorCode } from '../bff/src/contract/errors.ts';
import { acceptsEncoding } from '../bff/src/platform/encodings.ts';
import { problem } from '../bff/src/platform/problem.ts';
import { SANE_REQUEST_ID } from '../bff/src/platform/request-id.ts';
import { ESCAPING_PATH } from '../bff/src/platform/request-path.ts';
import { securityHeaders } from '../bff/src/platform/security.ts';

interface FrontDoor {
  readonly files: readonly string[];
  readonly compressed: readonly string[];
}

const build = new URL('../client/dist/front-door.json', import.meta.url);
const door = JSON.parse(readFileSync(build, 'utf8')) as FrontDoor;

/** As a string in nginx's configuration, or part of one. */
const quotable = (text: string) => text.replace(/[\\"]/g, String.raw`\$&`);
const codes = Object.keys(errors) as ErrorCode[];
const ownStatuses = new Map(codes.toReversed().map((code) => [errors[code].status as number, code]));

const facts: Record<string, string | number> = {
  BASE_PATH,
  SANE_REQUEST_ID: quotable(SANE_REQUEST_ID),
  ESCAPING_PATH: quotable(ESCAPING_PATH),
  ACCEPTS_BR: quotable(acceptsEncoding('br').source),
  ACCEPTS_GZIP: quotable(acceptsEncoding('gzip').source),
  FILES: door.files.join('|'),
  COMPRESSED: door.compressed.join('|'),
  ...limits,
  HALF_HEADERS_BYTES: limits.HEADERS_BYTES / 2,
  SECURITY_HEADERS: Object.entries(securityHeaders)
    .map(([name, value]) => {
      const variable = name.replaceAll('-', '_');
      return `map $upstream_http_${variable} $${variable} { "" "${quotable(value)}"; }\nadd_header ${name} $${variable} always;`;
    })
    .join('\n'),
  PROBLEMS: [...ownStatuses]
    .map(([status, code]) => `  ${status} "${quotable(JSON.stringify(problem(code, '$kept_request_id')))}";`)
    .join('\n'),
  ERROR_TEXTS: [...ownStatuses]
    .map(([status]) => `  ${status} "${status} ${STATUS_CODES[status]}\n";`)
    .join('\n'),
};

const forShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
for (const [name, value] of Object.entries(facts)) console.log(`export ${name}=${forShell(String(value))}`);
