import type * as Type from 'typebox';

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
  /** The field of the data that is the event's id. */
  readonly id?: string;
}

export type Marked = Empty | Bytes | Events;

export type Content = Type.TSchema | Marked;

/** The files of a call, by the name of their form field. */
export type FileRules = Readonly<Record<string, FileRule>>;

export interface FileRule {
  /** As the sender states it, such as `image/png`; the content is not looked at. Any by default. */
  readonly mediaTypes?: readonly string[];
  /** 1 by default. */
  readonly maxCount?: number;
  /** At least one is needed, unless this is true. */
  readonly optional?: true;
}

/** One file of a form as a handler gets it. Its stream must be read before the next file arrives; what is not read is dropped. */
export interface UploadedFile<Field extends string, AsBytes> {
  readonly field: Field;
  /** Without folders. Chosen by the sender: never a path, never HTML. */
  readonly name: string;
  readonly mediaType: string;
  readonly stream: AsBytes;
}

export const isMarked = (content: Content): content is Marked =>
  'kind' in content && ['empty', 'bytes', 'events'].includes(content.kind);

/** Whether a call answers with a stream of events. */
export const isEvents = ({ ok }: { readonly ok: Readonly<Record<number, Content>> }): boolean =>
  Object.values(ok).some((content) => isMarked(content) && content.kind === 'events');

export const empty: Empty = { kind: 'empty' };
export const bytes = (mediaType: string): Bytes => ({ kind: 'bytes', mediaType });
/**
 * `id` names the field that tells an event from all others. Where a stream breaks off, as in a deploy, the client then asks again, and the
 * handler gets the id of the last event that arrived, as `lastEventId`: it goes on after that one.
 */
export const events = <S extends Type.TSchema>(
  data: S,
  { id }: { readonly id?: keyof Type.Static<S> & string } = {},
): Events<S> => ({ kind: 'events', data, ...(id !== undefined && { id }) });

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
