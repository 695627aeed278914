import type * as Type from 'typebox';

export interface Empty {
  readonly kind: 'empty';
}

/** Bytes of one media type, streamed: an upload or a download. */
export interface Bytes {
  readonly kind: 'bytes';
  readonly mediaType: string;
}

/**
 * Server-sent events (HTML Living Standard, section 9.2) with JSON data. The headers are sent before the first event, so an error of the generator is
 * the last event, `problem`.
 */
export interface Events<S extends Type.TSchema = Type.TSchema> {
  readonly kind: 'events';
  readonly data: S;
  readonly id?: string;
}

/** Last comment of a complete event stream. If the comment is missing, the stream was cut off. */
export const STREAM_END = 'end';
/** Response header that announces the comment `STREAM_END`. */
export const STREAM_END_HEADER = 'x-stream-end';
/**
 * Type of the last event of a stream that has failed. Its data is a line with a media type, and a line with a problem (RFC 9457). The field `retry`
 * means that the client may reconnect after this time.
 */
export const STREAM_PROBLEM = 'problem';
/** True for the statuses of a server that is overloaded, failing or shutting down: a stream with such a problem is worth a retry. */
export const isTransient = (status: number): boolean => status === 408 || status === 429 || status >= 500;

export type NonJson = Empty | Bytes | Events;

export type Content = Type.TSchema | NonJson;

export type FileRules = Readonly<Record<string, FileRule>>;

export interface FileRule {
  /**
   * Accepted media types, such as `image/png`. By default, all are accepted. The BFF checks only the type that the client declares, not the content.
   */
  readonly mediaTypes?: readonly string[];
  /** Defaults to 1. */
  readonly maxCount?: number;
  readonly optional?: true;
}

/** Uploaded file in a handler. Read its stream before the next file; unread data is discarded. */
export interface UploadedFile<Field extends string, AsBytes> {
  readonly field: Field;
  /** Untrusted name, without folders. Never use it as a path or as HTML. */
  readonly name: string;
  readonly mediaType: string;
  readonly stream: AsBytes;
}

export const isNonJson = (content: Content): content is NonJson =>
  'kind' in content && ['empty', 'bytes', 'events'].includes(content.kind);

export const isEvents = ({ responses }: { readonly responses: Readonly<Record<number, Content>> }): boolean =>
  Object.values(responses).some((content) => isNonJson(content) && content.kind === 'events');

export const empty: Empty = { kind: 'empty' };
export const bytes = (mediaType: string): Bytes => ({ kind: 'bytes', mediaType });
/**
 * Declares an event stream. `id` is the name of the field with the event's id. The client reconnects after a disconnect, such as during a deploy,
 * only if there is an `id`. The handler then gets the id of the last received event as `lastEventId`.
 */
export const events = <S extends Type.TSchema>(
  data: S,
  { id }: { readonly id?: keyof Type.Static<S> & string } = {},
): Events<S> => ({ kind: 'events', data, ...(id !== undefined && { id }) });

/** Type of the value of a body or response. `AsBytes` is the type for bytes: a stream in the BFF, a blob in the client. */
export type ValueOf<C, AsBytes> = C extends Empty
  ? undefined
  : C extends Bytes
    ? AsBytes
    : C extends Events<infer S>
      ? AsyncIterable<Type.Static<S>>
      : C extends Type.TSchema
        ? Type.Static<C>
        : never;
