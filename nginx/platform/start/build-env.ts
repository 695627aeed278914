/** Prints the contract's, edge's and build's values as shell variables: `node nginx/platform/start/build-env.ts > build.env`. Runs after the build. */
import { STATUS_CODES } from 'node:http';
import { fileURLToPath } from 'node:url';
import { calls } from '@web/bff/contract/kit/product/calls';
import { BASE_PATH } from '@web/bff/contract/kit/product/constants';
import { limits } from '@web/bff/contract/kit/limits';
import { languages } from '@web/bff/contract/kit/product/languages';
import { session } from '@web/bff/contract/kit/product/session';
import { codeByStatus, platformErrors, type PlatformCode } from '@web/bff/contract/kit/platform-errors';
import { documentHeaders } from '@web/bff/edge/content-security-policy';
import { acceptsEncoding } from '@web/bff/edge/encodings';
import { documentOf, documentVary, languageRules } from '@web/bff/edge/languages';
import { readClientManifest } from '@web/bff/edge/client-manifest';
import { problem } from '@web/bff/edge/problem';
import { REQUEST_ID_PATTERN } from '@web/bff/edge/request-id';
import { REJECTED_PATH_PATTERN } from '@web/bff/edge/paths';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { callLocations, largestBodyBytes, READ_MS, sessionLocations } from './call-locations.ts';
import { settingReferences, settingVariables, shellFile } from './settings.ts';

const manifest = readClientManifest(fileURLToPath(new URL('../../client/dist', import.meta.url)));

/** Escapes a quoted string of nginx's configuration. */
const escape = (text: string) => text.replace(/[\\"]/g, String.raw`\$&`);

/** Lets a pattern match repeated slashes, as in a path that is not normalized. */
const slashes = (pattern: string) => pattern.replaceAll(/(?<!\[\^)\//g, '/+');
const screens = slashes(manifest.screens.replace(/^\^|\$$/g, ''));

const ofOthers: Readonly<Record<string, string>> = securityHeaders;
const ofDocuments = { ...ofOthers, ...documentHeaders(manifest, settingReferences) };

const variableOf = (header: string) => header.replaceAll('-', '_');

/** Sets a variable per security header; a header of the upstream's response wins. */
const headerMaps = Object.entries(ofDocuments).map(([name, value]) => {
  const values = `"~^(?:1:|0:0:$)" "${escape(ofOthers[name] ?? '')}"; "0:1:" "${escape(value)}";`;
  return `map "$is_own_error:$is_document:$upstream_http_${variableOf(name)}" $${variableOf(name)} { ${values} }`;
});
const addHeaders = Object.keys(ofDocuments).map((name) => `add_header ${name} $${variableOf(name)} always;`);

/** Lines of a `map` from an error's status. */
const byStatus = (text: (code: PlatformCode, status: number) => string) =>
  [...codeByStatus].map(([status, code]) => `  ${status} "${text(code, status)}";`).join('\n');

const variables = {
  BASE_PATH,
  REQUEST_ID_PATTERN: escape(REQUEST_ID_PATTERN),
  REJECTED_PATH_PATTERN: escape(REJECTED_PATH_PATTERN),
  ACCEPTS_BR: escape(acceptsEncoding('br').source),
  ACCEPTS_GZIP: escape(acceptsEncoding('gzip').source),
  LANGUAGE_RULES: languageRules()
    .map(({ pattern, language }) => `  "~*${escape(pattern)}" ${documentOf(language)};`)
    .join('\n'),
  DOCUMENTS: languages.map((language) => documentOf(language).replaceAll('.', String.raw`\.`)).join('|'),
  DOCUMENT_VARY: documentVary(),
  CONTENT_LANGUAGES: languages
    .filter(() => languages.length > 1)
    .map((language) => `  ${documentOf(language)} ${language};`)
    .join('\n'),
  FILES: manifest.files.join('|'),
  COMPRESSED: manifest.compressed.join('|'),
  ...limits,
  READ_MS,
  LARGEST_BODY_BYTES: largestBodyBytes(calls),
  // Atomic, so that a matched base path is not retried as the start of a screen's path.
  SCREENS: escape(`^(?>(?:${slashes(BASE_PATH)}(?=/|$))?)/*${screens}/*$`),
  SECURITY_HEADER_MAPS: headerMaps.join('\n'),
  SECURITY_HEADERS: addHeaders.join('\n'),
  PROBLEMS: byStatus((code) =>
    escape(JSON.stringify(problem(code, platformErrors[code], '$kept_request_id'))),
  ),
  ERROR_TEXTS: byStatus((_code, status) => `${status} ${STATUS_CODES[status]}\n`),
  CALL_LOCATIONS: [sessionLocations(session).ofCalls, callLocations(calls)].join('\n'),
  SESSION_LOCATION: sessionLocations(session).ofServer,
  ...settingVariables,
};

process.stdout.write(shellFile(variables));
