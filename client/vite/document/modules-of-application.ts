interface Graph {
  /** The module that starts the application. */
  readonly entry: string;
  readonly screens: readonly string[];
  /** The modules of what else is loaded on demand, after a screen. */
  readonly later: readonly string[];
  /** What a module imports statically. */
  readonly importsOf: (module: string) => readonly string[];
  /** Whether a module is ours and small enough for every first load. */
  readonly isSmall: (module: string) => boolean;
}

/**
 * The modules of the application's script: what it imports itself, and the small modules that a screen shares with another one or with what
 * comes later. Chunks of their own would be further requests, which wait in line before a screen's calls. A module that needs a larger one
 * stays outside, and with it what only such modules import: it comes in the same chunk.
 */
export function modulesOfApplication({ entry, screens, later, importsOf, isSmall }: Graph): Set<string> {
  const application = reachableFrom(entry, importsOf);
  const canBeInside = (module: string) =>
    [...reachableFrom(module, importsOf)].every((one) => application.has(one) || isSmall(one));
  const inside = (module: string) => importsOf(module).filter(canBeInside);
  const uses = new Map<string, number>();
  for (const one of [...screens, ...later])
    for (const module of reachableFrom(one, inside)) uses.set(module, (uses.get(module) ?? 0) + 1);
  for (const screen of screens)
    for (const module of reachableFrom(screen, inside))
      if ((uses.get(module) ?? 0) > 1)
        for (const one of reachableFrom(module, importsOf)) application.add(one);
  return application;
}

function reachableFrom(module: string, importsOf: Graph['importsOf']): Set<string> {
  const found = new Set([module]);
  for (const one of found) for (const imported of importsOf(one)) found.add(imported);
  return found;
}
