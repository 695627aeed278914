import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '#platform/http/client-address.ts';
import type { Seal } from '#platform/session/store/seal.ts';

/** Time for a browser to follow the redirect to `PUBLIC_ORIGIN`. */
const REDIRECT_MS = 60_000;
const PLACE = 'moved';

/** Decrypted content of the query parameter `moved`. Created on the host where the user started the sign-in. */
interface RedirectToken {
  readonly network: string;
  readonly endsAt: number;
}

/** Creates the query parameter with which a sign-in continues at `PUBLIC_ORIGIN`. */
export const createRedirectToken = ({ ip }: FastifyRequest, seal: Seal): string =>
  seal.seal({ network: clientNetwork(ip), endsAt: Date.now() + REDIRECT_MS } satisfies RedirectToken, PLACE);

/**
 * True if another host of the application created `parameter` for this client's network within the last minute. That host has already checked for
 * login CSRF. A parameter that an attacker obtained is valid only in the attacker's network.
 */
export function isRedirectToken({ ip }: FastifyRequest, seal: Seal, parameter: unknown): boolean {
  const token =
    typeof parameter === 'string' ? (seal.open(parameter, PLACE) as RedirectToken | undefined) : undefined;
  return token !== undefined && token.network === clientNetwork(ip) && token.endsAt > Date.now();
}
