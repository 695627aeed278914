import { check, mediaType, membersOf, NotObservable } from './checks.ts';
import type { RequestOptions, TargetResponse } from './request.ts';
import type { Target } from './target.ts';

/** Request as the BFF received it, as reported by bff/platform/operations/diagnostics.ts. */
interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly scheme: string;
  readonly host: string;
  readonly client: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly hasCookie: boolean;
  readonly bodySha256: string;
}

export const ECHO = '/api/diagnostics';

/** Sends a request to a path beneath `ECHO`. Rejects with `NotObservable` if the target has no secret. */
export async function sendToEcho(
  target: Target,
  { path = '/x', headers, ...options }: RequestOptions & { readonly path?: string } = {},
): Promise<TargetResponse> {
  const { base, secret } = target;
  if (!secret) throw new NotObservable('DIAGNOSTICS is not set, so the BFF does not report requests');
  return target.request(`${base}${ECHO}${path}`, {
    ...options,
    headers: { ...headers, 'x-diagnostics': secret },
  });
}

/** Sends a request, and returns it as the BFF received it. */
export async function receivedRequest(
  ...sent: Parameters<typeof sendToEcho>
): Promise<[Arrived, TargetResponse]> {
  const response = await sendToEcho(...sent);
  const members = membersOf(response);
  const isReport = response.status === 200 && 'bodySha256' in members;
  check(isReport, response, 'a report of the BFF', `${response.status} ${mediaType(response)}`);
  return [members as unknown as Arrived, response];
}
