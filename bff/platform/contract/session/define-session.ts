import type * as Type from 'typebox';

/** Data of a session, in addition to its subject and role. */
export interface SessionSchema {
  /** Exposed to the browser, such as a name and a picture. */
  readonly user: Type.TObject;
  /** Data that never leave the BFF, such as a tenant. */
  readonly private: Type.TObject;
  /** Path of the product's own sign-in screen. Without this path, users sign in at the OpenID provider. */
  readonly screen?: `/${string}`;
}

/** Declares the data of a session. A product that declares a session has sign-in. */
export const defineSession = <const S extends SessionSchema>(session: S): S => session;

export type SessionOf<S> = {
  readonly subject: string;
  /** Role of the user. A role that is not in the contract has no permissions. */
  readonly role: string;
} & (S extends SessionSchema
  ? { readonly user: Type.Static<S['user']>; readonly private: Type.Static<S['private']> }
  : unknown);

export interface Anonymous {
  readonly subject: null;
  readonly role: 'anonymous';
}

export const anonymous: Anonymous = { subject: null, role: 'anonymous' };
