import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { build } from './kustomization.ts';
import { root, run } from '@web/bff/test/processes';

const manifests = join(root, 'nginx/ingress/kubernetes');

/** A manifest as text, without what kubectl adds: namespaces, hashes in names, the registries of images. */
function plain(manifest: unknown): string {
  return JSON.stringify(manifest, (key, value: unknown) => {
    if (key === 'namespace') return undefined;
    if (key === 'image') return String(value).replace(/^.*\/|:.*$/g, '');
    if (typeof value === 'string') return value.replace(/^([a-z-]+)-[a-z0-9]{10}$/, '$1');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}

test.each(['ingress', 'gateway', 'gateway-stripping'])(
  'kubectl builds %s as the check does',
  async (folder) => {
    const { stdout } = await run('kubectl', ['kustomize', join(manifests, folder)]);
    const theirs = parseAllDocuments(stdout).map((document) => plain(document.toJS()));
    const ours = (await build(manifests, folder)).manifests.map(({ manifest }) => plain(manifest));
    expect(theirs.toSorted()).toEqual(ours.toSorted());
    expect(theirs.length).toBeGreaterThan(5);
  },
);
