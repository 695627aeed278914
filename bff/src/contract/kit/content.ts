import type Type from 'typebox';

/** A success without a body. */
export interface Empty {
  readonly kind: 'empty';
}

/** Bytes of one media type, streamed: an upload or a download. */
export interface Bytes {
  readonly kind: 'bytes';
  readonly mediaType: string;
}

/** Server-sent events (HTML Living Standard, section 9.2) with JSON data of one schema. A handler that can fail does so before it returns them. */
export interface Events<S extends Type.TSchema = Type.TSchema> {
  readonly kind: 'events';
  readonly data: S;
}

/** A content that is not JSON. */
export type Marked = Empty | Bytes | Events;

export type Content = Type.TSchema | Marked;

export const isMarked = (content: Content): content is Marked =>
  'kind' in content && ['empty', 'bytes', 'events'].includes(content.kind);

export const empty: Empty = { kind: 'empty' };
export const bytes = (mediaType: string): Bytes => ({ kind: 'bytes', mediaType });
export const events = <S extends Type.TSchema>(data: S): Events<S> => ({ kind: 'events', data });

/** The type of a content's value. `AsBytes` is the type for bytes: a stream in the BFF, a blob in the client. */
export type ValueOf<C, AsBytes> = C extends Empty
  ? undefined
  : C extends Bytes
    ? AsBytes
    : C extends Events<infer S>
      ? AsyncIterable<Type.Static<S>>
      : C extends Type.TSchema
        ? Type.Static<C>
        : never;
