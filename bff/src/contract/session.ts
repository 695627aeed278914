/** Who sends a request: what `authenticate` finds. A product adds what its handlers and upstream clients need, such as a tenant. */
export interface Session {
  readonly subject: string;
  /** One of the contract's roles; an unknown role has no permissions. */
  readonly role: string;
}
