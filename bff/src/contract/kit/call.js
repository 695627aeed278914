/** A field that the caller may leave out; the BFF's work always finds it filled. */
export const withDefault = (schema, value) => ({ ...schema, default: value });
/** For a catalogue and roles, what checks a feature's calls against them and keeps their exact type. */
export const callsFor = () => (calls) => calls;
