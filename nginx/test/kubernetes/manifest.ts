/** A manifest and its file. */
export interface Placed {
  readonly file: string;
  readonly manifest: Manifest;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
}

export type Labels = Readonly<Record<string, string>>;

/** What is wrong, in which file, and at which path of the manifest. */
export interface Finding {
  readonly file: string;
  readonly path: string;
  readonly message: string;
}

/** The finding, unless the condition is met. */
export const unless = (isValid: boolean, finding: Finding): Finding[] => (isValid ? [] : [finding]);

/** All manifests of a kind, as the type that its schema promises. */
export const ofKind = <T extends { kind: string }>(all: readonly Placed[], kind: T['kind']) =>
  all.flatMap(({ file, manifest }) =>
    manifest.kind === kind ? [{ file, manifest: manifest as unknown as T }] : [],
  );
