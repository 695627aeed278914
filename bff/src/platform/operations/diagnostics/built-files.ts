import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_PATH } from '#contract/constants.ts';
import { languages } from '#contract/languages.ts';
import { readClientManifest } from '#edge/client-manifest.ts';
import { documentHeaders } from '#edge/content-security-policy.ts';
import { digestOf, HEAD_BYTES, type BuiltFile } from '#edge/diagnostics.ts';
import { documentOf, documentVary } from '#edge/languages.ts';
import type { SharedValues } from '#edge/settings.ts';
import { etagOf, IMMUTABLE, isAsset } from '#platform/http/static-client.ts';

/** What responses with the document, and with the files that it needs, have. */
export function builtFiles(build: string, settings: SharedValues): BuiltFile[] {
  const manifest = readClientManifest(build);
  const document = documentOf(languages[0]);
  const isDocument = (path: string) => path.endsWith('.html');
  const paths = readdirSync(join(build, 'identity'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(build, 'identity/').length))
    .filter((path) => path === document || !isDocument(path));
  return paths.map((path) => {
    const isCompressed = manifest.compressed.includes(path.split('.').at(-1) ?? '');
    const codings = isCompressed ? ['identity', 'gzip', 'br'] : ['identity'];
    return {
      url: `${BASE_PATH}/${isDocument(path) ? '' : path}`,
      headers: {
        'cache-control': isAsset(path) ? IMMUTABLE : 'no-cache',
        ...(isCompressed && { vary: isDocument(path) ? documentVary() : 'Accept-Encoding' }),
        ...(isDocument(path) && documentHeaders(manifest, settings)),
      },
      variants: Object.fromEntries(
        codings.map((coding) => {
          const file = join(build, coding, path);
          const content = readFileSync(file);
          const head = digestOf(content.subarray(0, HEAD_BYTES));
          return [coding, { bytes: content.length, digest: digestOf(content), head, etag: etagOf(file) }];
        }),
      ),
    };
  });
}
