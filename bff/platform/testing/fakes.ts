import { onTestFinished } from 'vitest';

/** Functions that a test provides in place of the real ones, by name of the upstream or service. */
export type Fakes<T> = { readonly [K in keyof T]?: Partial<T[K]> };

/**
 * Creates an object for each name, with the given functions. Calling any other function throws, and also fails the test at its end, because
 * a handler may catch the error.
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
      // Does not throw for names that are only looked up: `then` by `await`, and `close` by the platform.
      if (name in target || typeof name === 'symbol' || name === 'then' || name === 'close')
        return Reflect.get(target, name) as unknown;
      return () => {
        const message = `${place}.${name} was called, but the test does not provide it`;
        missing.push(message);
        throw new Error(message);
      };
    },
  });
