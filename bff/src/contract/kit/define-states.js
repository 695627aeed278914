/**
 * Point 4: for each state, which events it takes and where each leads. `next` is undefined where the event is not allowed:
 * `next(state, event) ?? fail('transition-not-allowed', { state, event })`. Pure, for both sides.
 */
export const defineStates = (transitions) => ({
  transitions,
  states: Object.keys(transitions),
  next: (state, event) => transitions[state]?.[event],
  allowed: (state) => Object.keys(transitions[state] ?? {}),
});
