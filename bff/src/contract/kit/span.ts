/** Texts and numbers that describe a span, by the names of OpenTelemetry's semantic conventions: no query, no secret. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A piece of work within a trace. */
export interface Span {
  /** For the requests that are sent on its behalf. */
  readonly traceparent: string;
  /** `failure` is a short name of what went wrong, such as a status; then the span is an error. */
  end(attributes: Attributes, failure?: string): void;
}

/** Begins a span beneath a `traceparent`. */
export type StartSpan = (
  name: string,
  kind: 'server' | 'client',
  parent: string,
  attributes: Attributes,
) => Span;
