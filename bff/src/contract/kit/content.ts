import type Type from 'typebox';

/** A success without a body. */
export interface Empty {
  readonly kind: 'empty';
}

/** Bytes of one media type, passed on as they come: an upload, a download. */
export interface Bytes {
  readonly kind: 'bytes';
  readonly mediaType: string;
}

/** Server-sent events (HTML Living Standard, 9.2), each with JSON data of one shape. Work that may fail does so before it returns them. */
export interface Events<S extends Type.TSchema = Type.TSchema> {
  readonly kind: 'events';
  readonly data: S;
}

/** What is not JSON. */
export type Marked = Empty | Bytes | Events;

export type Content = Type.TSchema | Marked;

export const isMarked = (content: Content): content is Marked =>
  'kind' in content && ['empty', 'bytes', 'events'].includes(content.kind);

export const empty: Empty = { kind: 'empty' };
export const bytes = (mediaType: string): Bytes => ({ kind: 'bytes', mediaType });
export const events = <S extends Type.TSchema>(data: S): Events<S> => ({ kind: 'events', data });

type StaticOf<S> = S extends Type.TSchema ? Type.Static<S> : never;

/** How a content is seen by one side: bytes are what that side reads or writes them as. */
export type Seen<C, AsBytes> = C extends Empty
  ? undefined
  : C extends Bytes
    ? AsBytes
    : C extends Events<infer S>
      ? AsyncIterable<Type.Static<S>>
      : StaticOf<C>;
