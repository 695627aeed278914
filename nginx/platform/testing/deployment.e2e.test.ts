import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { upstreamSetting } from '@web/bff/platform/platform-settings';
import { session } from '@web/bff/platform/contract/product/session';
import { root } from '@web/bff/platform/testing/processes';
import { upstreams } from '@web/bff/platform/product/upstreams';

const product = join(root, 'nginx/src/kubernetes');

/** Returns the manifests of a folder, and of the folders in its `resources`, without comments. */
function manifestsIn(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  const manifests = files.flatMap((name) =>
    parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document): unknown => document.toJS()),
  ) as readonly ({ readonly resources?: readonly string[] } | null)[];
  const folders = manifests
    .flatMap((manifest) => manifest?.resources ?? [])
    .map((resource) => join(folder, resource))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  return [JSON.stringify(manifests), ...folders.map(manifestsIn)].join('\n');
}

// A product that is not deployed to Kubernetes deletes the folder.
test.runIf(existsSync(product))('nginx/src/kubernetes/ has all settings that the BFF requires', () => {
  const manifests = manifestsIn(product);
  // With sign-in, several pods need a shared session store.
  const isShared = session !== null && !/"replicas":[01]\b/.test(manifests);
  const needed = [...Object.keys(upstreams).map(upstreamSetting), ...(isShared ? ['SESSION_STORE_URL'] : [])];
  const missing = needed.filter((name) => !new RegExp(`"${name}["=]`).test(manifests));
  expect(missing, 'Add them to nginx/src/kubernetes/kustomization.yaml, or delete the folder.').toEqual([]);
});
