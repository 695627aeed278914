/** Attributes of a span, named by OpenTelemetry's semantic conventions. They contain no queries and no secrets. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface Span {
  readonly traceparent: string;
  /** Ends the span. `failure`, such as a status, marks it as an error. */
  end(attributes: Attributes, failure?: string): void;
}

/** Starts a span as a child of a `traceparent`. */
export type StartSpan = (
  name: string,
  kind: 'server' | 'client',
  parent: string,
  attributes: Attributes,
) => Span;
