import { escaped } from './json-pointer.ts';

/**
 * Wraps the value at `pointer` in a proxy that records accesses to invalid fields. `invalid` lists the pointers to these fields. Returns the proxy as
 * `guarded`, and the pointers of the accessed fields as `read`. A value without invalid fields is returned unwrapped.
 */
export function guard(value: unknown, invalid: readonly string[], pointer: string) {
  const read = new Set<string>();
  const within = invalid.filter((place) => place.startsWith(`${pointer}/`));
  const guards = new WeakMap<object, unknown>();
  const note = (place: string) => void (within.includes(place) && read.add(place));

  const wrap = (part: unknown, place: string): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (guards.has(part)) return guards.get(part);
    const placeOf = (name: string | symbol) => `${place}/${escaped(String(name))}`;
    const guarded = new Proxy(part, {
      get(target, name) {
        note(placeOf(name));
        return wrap(Reflect.get(target, name), placeOf(name));
      },
      has(target, name) {
        note(placeOf(name));
        return Reflect.has(target, name);
      },
      ownKeys(target) {
        for (const bad of within) if (bad.slice(0, bad.lastIndexOf('/')) === place) note(bad);
        return Reflect.ownKeys(target);
      },
    });
    guards.set(part, guarded);
    return guarded;
  };
  return { guarded: within.length > 0 ? wrap(value, pointer) : value, read };
}
