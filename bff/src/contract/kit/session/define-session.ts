import type * as Type from 'typebox';

/** What a session keeps beside its subject and its role. */
export interface SessionSchema {
  /** What the browser may know, such as a name and a picture. */
  readonly person: Type.TObject;
  /** What stays in the BFF, such as a tenant. */
  readonly private: Type.TObject;
  /** The path of the product's own sign-in screen. Without it, people sign in at the OpenID provider. */
  readonly screen?: `/${string}`;
}

/** Declares what a session keeps. With it, the application has sign-in. */
export const defineSession = <const S extends SessionSchema>(session: S): S => session;

/** Who sends a request. */
export type SessionOf<S> = {
  readonly subject: string;
  /** One of the contract's roles; an unknown role has no permissions. */
  readonly role: string;
} & (S extends SessionSchema
  ? { readonly person: Type.Static<S['person']>; readonly private: Type.Static<S['private']> }
  : unknown);

/** The session of an anonymous request. */
export interface Anonymous {
  readonly subject: null;
  readonly role: 'anonymous';
}

export const anonymous: Anonymous = { subject: null, role: 'anonymous' };
