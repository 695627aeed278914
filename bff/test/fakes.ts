import { onTestFinished } from 'vitest';

/** What a test needs of each client or service: some of its functions. */
export type Fakes<T> = { readonly [K in keyof T]?: Partial<T[K]> };

/**
 * An object for each name, with the given functions. Any other function throws when it is called, and fails the test at its end, because a
 * handler may catch the error.
 */
export function fakesOf(
  kind: string,
  names: readonly string[],
  members: Readonly<Record<string, object | undefined>> = {},
): [string, object][] {
  const missing: string[] = [];
  onTestFinished(() => {
    if (missing.length > 0) throw new Error(missing.join('\n'));
  });
  return names.map((name) => [name, fakeOf(`${kind}.${name}`, members[name] ?? {}, missing)]);
}

const fakeOf = (place: string, members: object, missing: string[]): object =>
  new Proxy(members, {
    get: (target, name) => {
      // A promise is recognised by `then`; a service closes only if it can.
      if (name in target || typeof name === 'symbol' || name === 'then' || name === 'close')
        return Reflect.get(target, name) as unknown;
      return () => {
        const message = `${place}.${name} is called, but the test gives no such function`;
        missing.push(message);
        throw new Error(message);
      };
    },
  });
