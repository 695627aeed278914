import type { TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Point 7: one call. `ok` is the status of success and the shape of its body. */
export interface Call {
  readonly id: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly ok: readonly [status: number, body: TSchema];
  readonly errors: readonly ErrorCode[];
}

export type Calls = Readonly<Record<`${Method} /${string}`, Call>>;

/** Keeps the exact type of a feature's calls while checking their shape. Paths are relative to the API path. */
export const defineCalls = <const C extends Calls>(calls: C): C => calls;
