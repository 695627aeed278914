/**
 * Writes, as a file for the shell, what nginx takes from the contract, the BFF and the build, so that nothing is said twice:
 * `node nginx/start/build-env.ts > build.env`. Run when the image is built, after the client.
 */
import { STATUS_CODES } from 'node:http';
import { fileURLToPath } from 'node:url';
import { BASE_PATH, limits } from '@web/bff/contract/constants';
import { codeByStatus, platformErrors as errors } from '@web/bff/contract/kit/platform-errors';
import { CSP_SOURCES, documentHeaders } from '@web/bff/edge/content-security-policy';
import { acceptsEncoding } from '@web/bff/edge/encodings';
import { readClientManifest } from '@web/bff/edge/client-manifest';
import { problem } from '@web/bff/edge/problem';
import { REQUEST_ID_PATTERN } from '@web/bff/edge/request-id';
import { TRAVERSAL_PATTERN } from '@web/bff/edge/paths';
import { securityHeaders } from '@web/bff/edge/security-headers';

/** The names of settings stand for them until render-config.sh knows them. */
const setting = (name: string) => `\${${name}}`;

const target = readClientManifest(fileURLToPath(new URL('../../client/dist', import.meta.url)));

/** As a string in nginx's configuration, or part of one. */
const quotable = (text: string) => text.replace(/[\\"]/g, String.raw`\$&`);

const documents: Readonly<Record<string, string>> = {
  ...securityHeaders,
  ...documentHeaders({
    inline: target.inline,
    connectSrc: setting('CONNECT_SRC'),
    frameAncestors: setting('FRAME_ANCESTORS'),
  }),
};
const others: Readonly<Record<string, string>> = securityHeaders;

/** A path as it was sent may have its slashes doubled; `[^/]` takes none of them. */
const slashes = (pattern: string) => pattern.replaceAll(/(?<!\[\^)\//g, '/+');

const facts: Record<string, string | number> = {
  BASE_PATH,
  REQUEST_ID_PATTERN: quotable(REQUEST_ID_PATTERN),
  TRAVERSAL_PATTERN: quotable(TRAVERSAL_PATTERN),
  ACCEPTS_BR: quotable(acceptsEncoding('br').source),
  ACCEPTS_GZIP: quotable(acceptsEncoding('gzip').source),
  FILES: target.files.join('|'),
  COMPRESSED: target.compressed.join('|'),
  ...limits,
  // The base path, where it stands, is no part of a screen: what follows it may not be taken back.
  SCREENS: quotable(
    `^(?>(?:${slashes(BASE_PATH)}(?=/|$))?)/*${slashes(target.screens.replace(/^\^|\$$/g, ''))}/*$`,
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
