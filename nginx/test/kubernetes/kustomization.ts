import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { Manifest, Placed } from './manifest.ts';

interface Kustomization {
  readonly bases?: readonly string[];
  readonly resources?: readonly string[];
  readonly namespace?: string;
  readonly images?: readonly { readonly name: string; readonly newName: string; readonly newTag: string }[];
  readonly configMapGenerator?: readonly Generator[];
}

interface Generator {
  readonly name: string;
  readonly behavior?: 'merge';
  readonly literals: readonly string[];
}

/** The fields that are understood here: kustomize 2.0.3, which kubectl 1.20 contains, knows them all. */
const fields = {
  '': ['bases', 'resources', 'namespace', 'images', 'configMapGenerator'],
  'images/': ['name', 'newName', 'newTag'],
  'configMapGenerator/': ['name', 'behavior', 'literals'],
};

export interface Built {
  readonly manifests: readonly Placed[];
  /** The images that the kustomization names. */
  readonly images: readonly string[];
}

/** What `kubectl apply -k` would apply, but with the plain names of generated maps. Throws on a field that it does not understand. */
export async function build(root: string, folder: string): Promise<Built> {
  const file = join(folder, 'kustomization.yaml');
  const {
    bases = [],
    resources = [],
    images = [],
    configMapGenerator = [],
  } = await kustomization(root, file);
  const below = await Promise.all(bases.map((base) => build(root, normalize(join(folder, base)))));
  const own = await Promise.all(resources.map((resource) => documents(root, join(folder, resource))));
  const manifests = [...below.flatMap((base) => base.manifests), ...own.flat()];
  return {
    manifests: configMapGenerator.reduce((all, generator) => withMap(all, file, generator), manifests),
    images: [...below.flatMap((base) => base.images), ...images.map(({ name }) => name)],
  };
}

async function kustomization(root: string, file: string): Promise<Kustomization> {
  const read = parse(await readFile(join(root, file), 'utf8')) as Record<string, unknown>;
  for (const [place, known] of Object.entries(fields)) {
    const objects = place === '' ? [read] : ((read[place.slice(0, -1)] ?? []) as object[]);
    const unknown = objects.flatMap((object) => Object.keys(object)).find((field) => !known.includes(field));
    if (unknown) throw new Error(`${file}: ${place}${unknown} is not understood`);
  }
  return read;
}

/** Every document of a file. Throws on invalid YAML, such as a duplicate key or a tab. */
export async function documents(root: string, file: string): Promise<Placed[]> {
  return parseAllDocuments(await readFile(join(root, file), 'utf8')).map((document) => {
    if (document.errors[0]) throw new Error(`${file}: ${document.errors[0].message}`);
    return { file, manifest: document.toJS() as Manifest };
  });
}

function withMap(all: readonly Placed[], file: string, { name, behavior, literals }: Generator): Placed[] {
  const isSame = ({ manifest }: Placed) => manifest.kind === 'ConfigMap' && manifest.metadata.name === name;
  const before = all.find(isSame)?.manifest as { data?: object } | undefined;
  if (Boolean(before) !== (behavior === 'merge'))
    throw new Error(`${file}: behavior: merge needs a map ${name} in the base, and only merge may have one`);
  const data = Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/s, 2)));
  const map = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: { ...before?.data, ...data },
  };
  return [...all.filter((placed) => !isSame(placed)), { file, manifest: map }];
}
