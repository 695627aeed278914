/**
 * Writes, as a file for the shell, what nginx takes from the contract, the BFF and the build, so that nothing is said twice:
 * `node nginx/facts.ts > facts.env`. Run when the image is built, after the client.
 */
import { STATUS_CODES } from 'node:http';
import { fileURLToPath } from 'node:url';
import { BASE_PATH, limits } from '../bff/src/contract/constants.ts';
import { codeByStatus, platformErrors as errors } from '../bff/src/contract/platform-errors.ts';
import { CSP_SOURCES, documentHeaders } from '../bff/src/platform/content-security-policy.ts';
import { acceptsEncoding } from '../bff/src/platform/encodings.ts';
import { readFrontDoor } from '../bff/src/platform/front-door.ts';
import { problem } from '../bff/src/platform/problem.ts';
import { SANE_REQUEST_ID } from '../bff/src/platform/request-id.ts';
import { ESCAPING_PATH } from '../bff/src/platform/request-path.ts';
import { securityHeaders } from '../bff/src/platform/security.ts';

/** The names of settings stand for them until front-door.sh knows them. */
const setting = (name: string) => `\${${name}}`;

const door = readFrontDoor(fileURLToPath(new URL('../client/dist', import.meta.url)));

/** As a string in nginx's configuration, or part of one. */
const quotable = (text: string) => text.replace(/[\\"]/g, String.raw`\$&`);

const documents: Readonly<Record<string, string>> = {
  ...securityHeaders,
  ...documentHeaders({
    inline: door.inline,
    connectSrc: setting('CONNECT_SRC'),
    frameAncestors: setting('FRAME_ANCESTORS'),
  }),
};
const others: Readonly<Record<string, string>> = securityHeaders;

/** A path as it was sent may have its slashes doubled; `[^/]` takes none of them. */
const slashes = (pattern: string) => pattern.replaceAll(/(?<!\[\^)\//g, '/+');

const facts: Record<string, string | number> = {
  BASE_PATH,
  SANE_REQUEST_ID: quotable(SANE_REQUEST_ID),
  ESCAPING_PATH: quotable(ESCAPING_PATH),
  ACCEPTS_BR: quotable(acceptsEncoding('br').source),
  ACCEPTS_GZIP: quotable(acceptsEncoding('gzip').source),
  FILES: door.files.join('|'),
  COMPRESSED: door.compressed.join('|'),
  ...limits,
  // The base path, where it stands, is no part of a screen: what follows it may not be taken back.
  SCREENS: quotable(
    `^(?>(?:${slashes(BASE_PATH)}(?=/|$))?)/*${slashes(door.screens.replace(/^\^|\$$/g, ''))}/*$`,
  ),
  CSP_SOURCES,
  SECURITY_HEADERS: Object.keys(documents)
    .map((name) => {
      const variable = name.replaceAll('-', '_');
      const values = [others, documents].map(
        (of, isDocument) => `"${isDocument}:" "${quotable(of[name] ?? '')}";`,
      );
      return `map "$is_document:$upstream_http_${variable}" $${variable} { ${values.join(' ')} }\nadd_header ${name} $${variable} always;`;
    })
    .join('\n'),
  PROBLEMS: [...codeByStatus]
    .map(
      ([status, code]) =>
        `  ${status} "${quotable(JSON.stringify(problem(code, errors[code], '$kept_request_id')))}";`,
    )
    .join('\n'),
  ERROR_TEXTS: [...codeByStatus]
    .map(([status]) => `  ${status} "${status} ${STATUS_CODES[status]}\n";`)
    .join('\n'),
};

const forShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
for (const [name, value] of Object.entries(facts)) console.log(`export ${name}=${forShell(String(value))}`);
