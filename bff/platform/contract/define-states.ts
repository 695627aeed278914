type EventOf<T> = { [State in keyof T]: keyof T[State] }[keyof T] & string;

/** Defines a state machine (specification, point 4). In a handler: `next(state, event) ?? fail('transition-not-allowed', { state, event })`. */
export const defineStates = <
  const T extends Readonly<Record<string, Readonly<Record<string, keyof T & string>>>>,
>(
  transitions: T,
) => ({
  transitions,
  states: Object.keys(transitions) as (keyof T & string)[],
  next: (state: keyof T & string, event: EventOf<T>): (keyof T & string) | undefined =>
    transitions[state]?.[event],
  allowed: (state: keyof T & string) => Object.keys(transitions[state] ?? {}) as EventOf<T>[],
});
