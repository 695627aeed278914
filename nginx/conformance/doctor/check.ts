import { check, mediaType, membersOf } from '../checks.ts';
import type { RequestOptions, TargetResponse } from '../request.ts';
import type { Target } from '../target.ts';

interface Options {
  /** Value of DIAGNOSTICS. */
  readonly secret: string;
  /** Delay of the slow request. */
  readonly delayMs: number;
}

/** Rejects with an AssertionError that has the expected and the received value. */
export type Check = (target: Target, options: Options) => Promise<unknown>;

/** Request as received by the diagnostics endpoint: bff/src/platform/operations/diagnostics.ts. */
interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bodySha256: string;
  readonly scheme: string;
  readonly host: string;
  readonly client: string;
}

export const DIAGNOSTICS = '/api/diagnostics';

/** Sends a request to the diagnostics endpoint, which handles all paths beneath it. */
export const ask = (target: Target, { secret }: Options, path = '', request: RequestOptions = {}) =>
  target.request(`${target.base}${DIAGNOSTICS}${path}`, {
    ...request,
    headers: { ...request.headers, 'x-diagnostics': secret },
  });

/** Sends a request, and returns it as received. */
export async function receivedRequest(
  ...request: Parameters<typeof ask>
): Promise<[Arrived, TargetResponse]> {
  const response = await ask(...request);
  const members = membersOf(response);
  const isReport = response.status === 200 && 'bodySha256' in members;
  check(isReport, response, 'to reach the BFF', `${response.status} ${mediaType(response)}`);
  return [members as unknown as Arrived, response];
}
