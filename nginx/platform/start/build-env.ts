/** Prints shell variables for `render-config.sh`: `node nginx/platform/start/build-env.ts > build.env`. Reads the contract and the finished build. */
import { STATUS_CODES } from 'node:http';
import { resolve } from 'node:path';
import { calls } from '@web/bff/platform/contract/product/calls';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { limits } from '@web/bff/platform/contract/limits';
import { languages } from '@web/bff/platform/contract/product/languages';
import { session } from '@web/bff/platform/contract/product/session';
import { codeByStatus, platformErrors, type PlatformCode } from '@web/bff/platform/contract/platform-errors';
import { closedPolicy, documentHeaders } from '@web/bff/platform/edge/content-security-policy';
import { acceptsEncoding } from '@web/bff/platform/edge/encodings';
import { documentOf, documentVary, languageRules } from '@web/bff/platform/edge/languages';
import { readClientManifest } from '@web/bff/platform/edge/client-manifest';
import { problem } from '@web/bff/platform/edge/problem';
import { REQUEST_ID_PATTERN } from '@web/bff/platform/edge/request-id';
import { REJECTED_PATH_PATTERN } from '@web/bff/platform/edge/paths';
import { securityHeaders } from '@web/bff/platform/edge/security-headers';
import { notSavedPage, tooLargePage } from '@web/bff/platform/edge/error-pages';
import { callLocations, largestBodyBytes, READ_MS, sessionLocations } from './call-locations.ts';
import { settingReferences, settingVariables, shellFile } from './settings.ts';

const manifest = readClientManifest(resolve(import.meta.dirname, '../../../client/dist'));

/** Escapes text for a quoted string in nginx's configuration. */
const escape = (text: string) => text.replace(/[\\"]/g, String.raw`\$&`);

/** Lets a pattern match repeated slashes, as in a path that is not normalized. */
const slashes = (pattern: string) => pattern.replaceAll(/(?<!\[\^)\//g, '/+');
/** Maximum length of a pattern of several screens. nginx rejects strings of 4,096 characters and more. */
const MAX_PATTERN_LENGTH = 3_000;

/** Returns the lines of a `map` that match the paths of all screens. Few long patterns, because nginx tries one after the other. */
function screenPatterns(): string {
  const groups: string[][] = [[]];
  for (const screen of manifest.screens.map(slashes)) {
    const group = groups.at(-1) ?? [];
    if ([...group, screen].join('|').length > MAX_PATTERN_LENGTH) groups.push([screen]);
    else group.push(screen);
  }
  // Without the atomic group, a screen's path parameter could match the base path.
  const base = `^(?>(?:${slashes(BASE_PATH)}(?=/|$))?)/*`;
  return groups.map((group) => `  "~${escape(`${base}(?:${group.join('|')})/*$`)}" 1;`).join('\n');
}

// Headers of responses other than documents. headers.conf sets $policy.
const ofOthers: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-security-policy': '$policy',
};
const ofDocuments = { ...ofOthers, ...documentHeaders(manifest, settingReferences) };

const variableOf = (header: string) => header.replaceAll('-', '_');

/** A `map` for each security header. If the upstream's response has the header, nginx adds none. */
const headerMaps = Object.entries(ofDocuments).map(([name, value]) => {
  const values = `"~^(?:1:|0:0:$)" "${escape(ofOthers[name] ?? '')}"; "0:1:" "${escape(value)}";`;
  return `map "$is_own_error:$is_document:$upstream_http_${variableOf(name)}" $${variableOf(name)} { ${values} }`;
});
const addHeaders = Object.keys(ofDocuments).map((name) => `add_header ${name} $${variableOf(name)} always;`);

/** Returns the lines of a `map` from an error's status to a text. */
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
  SCREENS: screenPatterns(),
  CLOSED_POLICY: closedPolicy,
  SECURITY_HEADER_MAPS: headerMaps.join('\n'),
  SECURITY_HEADERS: addHeaders.join('\n'),
  PROBLEMS: byStatus((code) =>
    escape(JSON.stringify(problem(code, platformErrors[code], '$kept_request_id'))),
  ),
  ERROR_TEXTS: byStatus((_code, status) => `${status} ${STATUS_CODES[status]}\n`),
  TOO_LARGE_PAGE: escape(tooLargePage),
  NOT_SAVED_PAGE: escape(notSavedPage),
  CALL_LOCATIONS: [sessionLocations(session).ofCalls, callLocations(calls)].join('\n'),
  SESSION_LOCATION: sessionLocations(session).ofServer,
  ...settingVariables,
};

process.stdout.write(shellFile(variables));
